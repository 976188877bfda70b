import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../src/certify/proof/certificate.ts';
import { kind } from '../src/engines/bounded/kind.ts';
import { ai } from '../src/engines/dataflow/ai.ts';
import { ic3 } from '../src/engines/frames/ic3.ts';
import { pdr } from '../src/engines/frames/pdr.ts';
import { dar } from '../src/engines/interpolating/dar.ts';
import { imc } from '../src/engines/interpolating/imc.ts';
import { ismc } from '../src/engines/interpolating/ismc.ts';
import type { Engine } from '../src/engines/methods/engine.ts';
import { impact } from '../src/engines/paths/impact.ts';
import { predabs } from '../src/engines/paths/predabs.ts';
import { houdini } from '../src/engines/templates/houdini.ts';
import type { Term } from '../src/logic/terms/builder.ts';
import type { Lemma } from '../src/system/transys/lemma.ts';
import { simplify } from '../src/system/transys/passes/simplify.ts';
import { certificateBack } from '../src/system/transys/way-back.ts';
import { contextFor, solversFor } from './unit/engines/context.ts';
import { compile } from './unit/system/encode/compile.ts';

/** Programs whose property is not k-inductive for any k: an invariant has to be found. */
const FOLDER = new URL('invariants/', import.meta.url).pathname;
const NAMES = readdirSync(FOLDER).filter((file) => file.endsWith('.c'));

/** Milliseconds for one engine. */
const LIMIT = 30_000;

/** Whether the engine proves the program; its proof is checked on the system as it was before any pass. */
async function proves(engine: Engine, name: string): Promise<boolean> {
  const { system } = compile(readFileSync(`${FOLDER}${name}`, 'utf8'));
  const { system: reduced, back } = simplify(system);
  const solvers = await solversFor(system);
  const end = performance.now() + LIMIT;
  const claim = engine(contextFor(reduced, solvers, { stopped: () => performance.now() > end }));
  if (claim.kind === 'unsafe') throw new Error('a run to the error was claimed');
  if (claim.kind === 'unknown') return false;
  expect(checkCertificate(system, certificateBack(system.terms, back, claim.certificate), solvers)).toMatchObject({
    accepted: true,
  });
  return true;
}

describe('programs that need an invariant', () => {
  test('k-induction without lemmas proves those alone that say so', async () => {
    const proved: string[] = [];
    for (const name of NAMES) {
      const { system } = compile(readFileSync(`${FOLDER}${name}`, 'utf8'));
      const claim = kind(contextFor({ ...system, facts: [] }, await solversFor(system), { options: { maxDepth: 5 } }));
      if (claim.kind !== 'unknown') proved.push(name);
    }
    const inductive = NAMES.filter((name) => /^\/\/ k-inductive: /m.test(readFileSync(`${FOLDER}${name}`, 'utf8')));
    expect(proved).toEqual(inductive);
  }, 300_000);

  for (const [id, engine] of [
    ['imc', imc],
    ['ismc', ismc],
    ['dar', dar],
    ['pdr', pdr],
    ['ic3', ic3],
    ['houdini', houdini],
    ['ai', ai],
    ['predabs', predabs],
    ['impact', impact],
  ] as const) {
    for (const name of NAMES) {
      // Those that take the engine long are named in the program.
      const open = /^\/\/ not-proved-by: (.*)$/m.exec(readFileSync(`${FOLDER}${name}`, 'utf8'))?.[1].split(', ') ?? [];
      if (!open.includes(id))
        test(`${id} proves ${name}`, async () => expect(await proves(engine, name)).toBe(true), 2 * LIMIT);
    }
  }

  test('k-induction proves with the lemmas of the dataflow analysis what neither proves alone', async () => {
    const { system } = compile(readFileSync(`${FOLDER}rotation-after-check.c`, 'utf8'));
    const { system: reduced, back } = simplify(system);
    const solvers = await solversFor(system);
    const lemmas: Lemma[] = [];
    const publish = (...invariants: readonly Term[]): void => {
      for (const formula of invariants) lemmas.push({ formula, id: lemmas.length + 1, from: 'ai' });
    };
    const context = contextFor(reduced, solvers);
    expect(ai({ ...context, lemmas: { publish, receive: () => [] } }).kind).toBe('unknown');
    const claim = kind(contextFor(reduced, solvers, { lemmas: [lemmas], options: { maxDepth: 3 } }));
    if (claim.kind !== 'safe') throw new Error(`k-induction says ${claim.kind}`);
    expect(checkCertificate(system, certificateBack(system.terms, back, claim.certificate), solvers)).toMatchObject({
      accepted: true,
    });
  }, 120_000);
});
