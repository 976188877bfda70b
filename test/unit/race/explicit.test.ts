import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import { prepareTask } from '../../../src/race/options/options.ts';
import { compileJobOf } from '../../../src/race/threads/compiling.ts';
import type { Proof } from '../../../src/race/verdict.ts';
import { explicitProof } from '../../../src/race/worker/compile.ts';
import { readSource } from '../../../src/race/worker/source.ts';
import { isWithoutSteps } from '../../../src/system/transys/control.ts';
import { thawSystem } from '../../../src/system/transys/share.ts';
import { ALL } from '../../../src/system/transys/target.ts';
import { header } from '../../program-header.ts';

const RUNS = Number(process.env.LEMMATA_RUNS ?? 12);

async function explicit(file: string): Promise<Proof | null> {
  const dataModel = header(readFileSync(file, 'utf8')).get('data-model') === 'ILP32' ? 'ILP32' : 'LP64';
  const source = await readSource(compileJobOf(await prepareTask({ files: [file], dataModel })));
  return source.kind === 'rejected' ? null : explicitProof(source, source.property.errorFunctions, ALL);
}

describe('a proof with names for the values that expressions read', () => {
  it.each(['memcpy-true', 'static-zero-true', 'null-check-true'])('has errors to exclude in %s', async (name) => {
    const proof = await explicit(`test/programs/${name}.c`);
    expect(proof).not.toBeNull();
    const system = thawSystem(proof!.system);
    expect(isWithoutSteps(system)).toBe(false);
    expect(system.blocks.some(({ bad }) => bad !== system.terms.false)).toBe(true);
  });

  it('is found for no program that has an error', async () => {
    const programs = globSync('test/programs/*.c').filter((file) => {
      const facts = header(readFileSync(file, 'utf8'));
      const isPlain = [...facts.keys()].every((key) => ['verdict', 'reason', 'data-model'].includes(key));
      return isPlain && facts.get('verdict') === 'FALSE';
    });
    const every = Math.max(1, Math.floor(programs.length / RUNS));
    const chosen = programs.sort().filter((_, i) => i % every === 0);
    expect(chosen.length).toBeGreaterThan(5);
    for (const file of chosen) expect(await explicit(file), file).toBeNull();
  }, 120_000);
});
