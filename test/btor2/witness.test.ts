import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { btor2Witness } from '../../src/apps/output/witness/btor2-witness.ts';
import type { HardwareRun } from '../../src/certify/replay/recorded-run.ts';
import { bmc } from '../../src/engines/bounded/bmc.ts';
import { replayHardware } from '../../src/race/worker/model.ts';
import { selectBad } from '../../src/system/transys/btor2/assemble.ts';
import { parseBtor2 } from '../../src/system/transys/btor2/parse.ts';
import { contextFor, ownSolversFor } from '../unit/engines/context.ts';
import { explore } from './explore.ts';
import { Model } from './interpreter.ts';
import { randomModel } from './random-model.ts';
import { replayWitness } from './witness.ts';

const FOLDER = new URL('models/', import.meta.url).pathname;

/** A run into each property that is reached within `maxDepth` steps, with the property's index. */
function runsOf(text: string, maxDepth: number): { readonly property: number; readonly run: HardwareRun }[] {
  const read = parseBtor2(text, 'model.btor2');
  return read.blocks[0].bads.flatMap((_, property) => {
    const system = selectBad(read, property);
    const claim = bmc(contextFor(system, ownSolversFor(system), { options: { maxDepth } }));
    if (claim.kind !== 'unsafe' || claim.run.kind !== 'system') return [];
    const answer = replayHardware(system, claim.run.trace);
    if (answer.kind !== 'reproduced' || answer.run.kind !== 'hardware') throw new Error('the run is not reproduced');
    return [{ property, run: answer.run }];
  });
}

const witnessOf = (text: string, run: HardwareRun): string | null => btor2Witness(text, 'model.btor2', run);

describe('witnesses of BTOR2 models', () => {
  test('of the models with an error are replayed by the interpreter', () => {
    let replayed = 0;
    for (const name of readdirSync(FOLDER)) {
      const text = readFileSync(`${FOLDER}${name}`, 'utf8');
      for (const { property, run } of runsOf(text, 16)) {
        expect([name, replayWitness(new Model(text), witnessOf(text, run) ?? '')]).toEqual([name, property]);
        replayed += 1;
      }
    }
    expect(replayed).toBeGreaterThanOrEqual(10);
  }, 60_000);

  test('of random models too', () => {
    let replayed = 0;
    const property = fc.property(randomModel, (text) => {
      const model = new Model(text);
      const truth = explore(model, 4_000);
      if (truth === null) return;
      const runs = runsOf(text, 8);
      expect(runs.map((r) => r.property)).toEqual(
        truth.bad.flatMap((depth, i) => (depth !== null && depth <= 8 ? [i] : [])),
      );
      for (const { property: expected, run } of runs) {
        expect(replayWitness(model, witnessOf(text, run) ?? '')).toBe(expected);
        replayed += 1;
      }
    });
    fc.assert(property, {
      numRuns: Number(process.env.LEMMATA_RUNS ?? 40),
      seed: Number(process.env.LEMMATA_SEED ?? 1),
    });
    expect(replayed).toBeGreaterThan(10);
  }, 120_000);

  test('give each step its frame, and the states that the model leaves open', () => {
    const text = `1 sort bitvec 1
2 sort bitvec 3
3 state 2 free
4 zero 2
5 state 2 kept
6 init 2 5 4
7 next 2 5 3
8 input 1 go
9 ones 2
10 eq 1 5 9
11 and 1 10 -8
12 bad 8
13 bad 11
`;
    const [, { run }] = runsOf(text, 4);
    const [first, second, ...rest] = (witnessOf(text, run) ?? '').split('\n');
    expect([first, second]).toEqual(['sat', 'b1']);
    const frames = rest.map((line) => line.replace(/^(0 )[01]+( free#1| go@0)$/, '$1any$2'));
    expect(frames).toEqual(['#0', '0 111 free#0', '@0', '0 any go@0', '#1', '0 any free#1', '@1', '0 0 go@1', '.', '']);
  });

  const memory = (index: number, value: string): string => `1 sort bitvec 1
2 sort bitvec 4
3 sort bitvec ${index}
4 sort array 3 2
5 state 4 memory
6 input 3 one
7 input 3 other
8 read 2 5 6
9 read 2 5 7
10 constd 2 ${value}
11 eq 1 8 10
12 eq 1 9 10
13 neq 1 6 7
14 and 1 11 12
15 and 1 14 13
16 bad 15
`;
  /** All elements are 5; the two read are those of index 1 and 2. */
  const fives = (text: string): HardwareRun => {
    const [{ run }] = runsOf(text, 1);
    const steps = [new Map([0, 1].map((input) => [input, BigInt(input + 1)] as const))];
    return { ...run, trace: { init: new Map([[2, { default: 5n, entries: [] }]]), steps } };
  };

  test('list the elements of arrays that are not zero', () => {
    const text = memory(3, '5');
    const witness = witnessOf(text, fives(text)) ?? '';
    expect(witness).toContain('\n0 [111] 0101 memory#0\n');
    expect(replayWitness(new Model(text), witness)).toBe(0);
  });

  test('there is none where too many elements would have to be listed', () => {
    expect(witnessOf(memory(32, '5'), fives(memory(32, '5')))).toBeNull();
  });
});
