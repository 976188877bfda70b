import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBtor2 } from '../../../../src/system/transys/btor2/parse.ts';
import { stepModel } from '../../../../src/system/transys/btor2/print.ts';
import { printC } from '../../../../src/system/transys/c-program.ts';
import { simulateTrace } from '../../../../src/system/transys/simulate.ts';
import type { SystemTrace, TransitionSystem } from '../../../../src/system/transys/system.ts';
import { randomModel } from '../../../btor2/random-model.ts';
import { scratchFolder } from '../../../scratch.ts';
import { hasGcc } from '../../c/gcc.ts';
import { randomSource, randomSystem } from './random-systems.ts';

const RUNS = Number(process.env.LEMMATA_RUNS ?? 10);
const STEPS = 12;
const folder = scratchFolder('c-program');

/** Compares the runs of the program with evaluation, on the same random inputs. */
function compare(system: TransitionSystem, seed: number): void {
  const random = randomSource(seed);
  const draw = (phase: 'init' | 'step'): ReadonlyMap<number, bigint> =>
    new Map(system.inputs.flatMap((input, i) => (input.phase === phase ? [[i, BigInt(random(256))]] : [])));
  const cut = (values: ReadonlyMap<number, bigint>): ReadonlyMap<number, bigint> =>
    new Map([...values].map(([i, value]) => [i, BigInt.asUintN(widthOf(system, i), value)]));
  const trace: SystemTrace = { init: cut(draw('init')), steps: Array.from({ length: STEPS }, () => cut(draw('step'))) };
  const source = join(folder, 'model');
  const text = printC(stepModel(system));
  execFileSync('gcc', ['-w', '-O0', '-x', 'c', '-', '-o', source], { input: text });
  const given = [trace.init, ...trace.steps].flatMap((values) =>
    [...values.values()].map((value) => value.toString(16)),
  );
  const { stdout } = spawnSync(source, { input: `${given.join('\n')}\n`, encoding: 'utf8' });
  const lines = stdout.trimEnd().split('\n');
  const end = simulateTrace(system, trace, {
    observe: (step, state) => {
      const words = new Map(lines[step].split(' ').map((word) => word.split('=') as [string, string]));
      system.stateVars.forEach(({ name }, i) => {
        const value = state[i];
        if (typeof value === 'bigint' || typeof value === 'boolean')
          expect(words.get(name), `${name} in step ${step} of\n${text}`).toBe(BigInt(value).toString(16));
      });
    },
  });
  const failed = lines.find((line) => line.startsWith('error'));
  expect(failed !== undefined, `${JSON.stringify(end)} ${failed} of\n${text}`).toBe(
    end.kind === 'bad' || end.kind === 'gap',
  );
}

function widthOf({ terms, inputs }: TransitionSystem, index: number): number {
  const sort = terms.sort(inputs[index].term);
  return sort.kind === 'bool' ? 1 : sort.kind === 'bv' ? sort.width : 64;
}

describe.skipIf(!hasGcc('LP64'))('the C program of a system', () => {
  it('makes the same steps as evaluation, for systems with several blocks', () => {
    for (let seed = 1; seed <= RUNS; seed++) compare(randomSystem(seed, { blocks: 3, gaps: true }), seed);
  }, 120_000);

  it('makes the same steps as evaluation, for models with all operators', () => {
    fc.assert(
      fc.property(randomModel, fc.nat(1000), (text, seed) => {
        const system = parseBtor2(text, 'model.btor2');
        fc.pre(system.inputs.every(({ term }) => system.terms.sort(term).kind !== 'array'));
        compare(system, seed);
      }),
      { numRuns: RUNS },
    );
  }, 120_000);
});
