import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import type { Claim, ClaimedRun } from '../../../../src/engines/methods/engine.ts';
import { BitSystem } from '../../../../src/engines/methods/frames/bit-system.ts';
import { Exploration } from '../../../../src/engines/runs/explore/exploration.ts';
import { Inquiry } from '../../../../src/engines/runs/explore/inquiry.ts';
import { RowSet } from '../../../../src/engines/runs/explore/rows.ts';
import { GateStep, readBits, Wiring, writeBits } from '../../../../src/engines/runs/explore/step.ts';
import { toColumns, toRows } from '../../../../src/engines/runs/explore/transpose.ts';
import { explore } from '../../../../src/engines/runs/explore.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import { simulateTrace } from '../../../../src/system/transys/simulate.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { compile } from '../../system/encode/compile.ts';
import {
  deadlocking,
  deterministicLoop,
  oddCounter,
  twoLoops,
  withDoubt,
  withGap,
} from '../../system/transys/examples.ts';
import { enumerate, randomSource, randomSystem } from '../../system/transys/random-systems.ts';
import { contextFor, ownSolversFor } from '../context.ts';

const HEAD =
  'extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);';
const shapes = fc.record({ seed: fc.nat(2 ** 31 - 1), blocks: fc.constantFrom(0, 2, 3, 4), gaps: fc.boolean() });

const noSolver = {
  create: (): never => {
    throw new Error('it asks no solver');
  },
};

function decide(
  system: TransitionSystem,
  options: Record<string, number> = {},
): { readonly claim: Claim; readonly offers: readonly ClaimedRun[] } {
  const context = contextFor(system, noSolver, { options });
  const claim = explore(context);
  if (claim.kind === 'safe')
    expect(checkCertificate(system, claim.certificate, ownSolversFor(system))).toMatchObject({ accepted: true });
  if (claim.kind === 'unsafe') {
    if (claim.run.kind !== 'system') throw new Error('not a run of the system');
    expect(simulateTrace(system, claim.run.trace)).toMatchObject({
      kind: 'bad',
      step: claim.run.trace.steps.length - 1,
    });
  }
  return { claim, offers: context.offers };
}

describe('runs to the error', () => {
  test('of small systems, where there are any', () => {
    expect(decide(oddCounter(), { maxDepth: 20 }).claim.kind).not.toBe('unsafe');
    expect(decide(oddCounter(2)).claim.kind).toBe('unsafe');
    expect(decide(twoLoops(6)).claim.kind).toBe('unsafe');
    expect(decide(deadlocking(true)).claim.kind).toBe('unsafe');
    expect(decide(deadlocking(false)).claim.kind).not.toBe('unsafe');
    expect(decide(deterministicLoop(20, 1)).claim.kind).not.toBe('unsafe');
    expect(decide(deterministicLoop(20, 20)).claim.kind).toBe('unsafe');
  });

  test('of random systems, with the truth of an exploration by evaluation', () => {
    let found = 0;
    const property = fc.property(shapes, ({ seed, blocks, gaps }) => {
      const system = randomSystem(seed, { blocks, gaps });
      const { bad } = enumerate(system);
      expect([seed, decide(system).claim.kind === 'unsafe']).toEqual([seed, bad !== null]);
      if (bad !== null) found += 1;
    });
    fc.assert(property, {
      numRuns: Number(process.env.LEMMATA_RUNS ?? 60),
      seed: Number(process.env.LEMMATA_SEED ?? 1),
    });
    expect(found).toBeGreaterThan(0);
  }, 120_000);

  test('behind a sequence of rare inputs, and behind a counter, but not behind what cannot be', () => {
    const lock = (last: number): string => `${HEAD}
      int main(void) {
        int at = 0, wrong = 0, turns = 0;
        while (1) {
          int key = __VERIFIER_nondet_int();
          if (at == 0 && key == 7130) at = 1;
          else if (at == 1 && key == -5) at = 2;
          else if (at == 2 && key == 99000) at = 3;
          else if (at == 3 && turns > 150 && key == 12) at = 4;
          else if (at == 4 && wrong < 3 && key == 7130) at = 5;
          else if (at < 3) { at = 0; if (wrong < 4) wrong++; }
          else { turns++; if (turns > 200) turns = 0; }
          if (at == ${last}) reach_error();
        }
      }`;
    expect(decide(compile(lock(5)).system).claim.kind).toBe('unsafe');
    expect(decide(compile(lock(6)).system).claim.kind).not.toBe('unsafe');
  }, 60_000);

  test('with inputs of many words, and a state of more than one word', () => {
    const program = `${HEAD}
      int main(void) {
        unsigned char a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;
        while (1) {
          unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar(), z = __VERIFIER_nondet_uchar();
          if (x == 200 && y < 3) a = 1;
          if (a && y == 77) b = 1;
          if (b && z == 131 && x < z) c = 1;
          d = c ? d + 1 : 0;
          if (d > 9 && x == 1) e = 1;
          f = e && z == 18 ? f + 1 : f;
          if (f == 2) reach_error();
        }
      }`;
    expect(decide(compile(program).system).claim.kind).toBe('unsafe');
  }, 60_000);

  test('behind conditions that constants and chance do not meet', () => {
    const program = `${HEAD}
      extern unsigned __VERIFIER_nondet_uint(void);
      int main(void) {
        unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
        if (a + 3 * b != 1000003u || (b ^ c) != 0x5a5a1234u || a < 4000 || b < 4000) return 0;
        int at = 0;
        while (1) {
          unsigned key = __VERIFIER_nondet_uint();
          if (at == 0 && key - a == 70707) at = 1;
          else if (at == 1 && (key >> 3) == (b ^ 0x1010)) at = 2;
          else if (at == 2 && key + c == a) at = 3;
          if (at == 3) reach_error();
        }
      }`;
    expect(decide(compile(program).system).claim.kind).toBe('unsafe');
  }, 60_000);

  test('runs that rest on a doubt are offered, and those that do not are claimed', () => {
    const doubtful = decide(withDoubt(2, null));
    expect(doubtful.claim.kind).toBe('unknown');
    expect(doubtful.offers.length).toBeGreaterThan(0);
    for (const run of doubtful.offers) {
      if (run.kind !== 'system') throw new Error('not a run of the system');
      expect(simulateTrace(withDoubt(2, null), run.trace).kind).toBe('bad');
    }
    expect(decide(withDoubt(2, 6)).claim.kind).toBe('unsafe');
  });

  test('longer runs than wanted are not looked at', () => {
    expect(decide(deterministicLoop(20, 20), { maxDepth: 30 }).claim.kind).toBe('unsafe');
    expect(decide(deterministicLoop(20, 20), { maxDepth: 10 }).claim.kind).toBe('unknown');
  });

  test('equal seeds make equal searches, however fast the clock is', () => {
    const program = `${HEAD}
      extern unsigned __VERIFIER_nondet_uint(void);
      int main(void) {
        unsigned a = 0, b = 1;
        while (1) {
          unsigned key = __VERIFIER_nondet_uint();
          if (key < 100) a += key;
          else if (key > b) b = key ^ a;
          if (a == 707 && b == 0x12345678) reach_error();
        }
      }`;
    const { system } = compile(program);
    const bits = new BitSystem(system, null, [], () => {});
    const search = (seed: number, period: number): readonly string[] => {
      const notes: string[] = [];
      let now = 0;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += period));
      try {
        const stopped = (): boolean => notes.length > 1;
        const context = { ...contextFor(system, noSolver, { stopped }), note: (text: string) => notes.push(text) };
        new Exploration({ ...context, seed }, bits).run();
      } finally {
        clock.mockRestore();
      }
      return notes;
    };
    const slow = search(5, 0.001);
    expect(slow.length).toBeGreaterThan(0);
    expect(search(5, 10_000)).toEqual(slow);
    expect(search(4, 0.001)).not.toEqual(slow);
  }, 60_000);

  test('a search without end is stopped', () => {
    let asked = 0;
    const context = contextFor(oddCounter(), noSolver, { stopped: () => (asked += 1) > 100 });
    expect(explore(context)).toMatchObject({ kind: 'unknown', reason: { kind: 'stopped' } });
  });

  test('a gap is no error', () => {
    expect(decide(withGap(false)).claim.kind).toBe('unknown');
    expect(decide(withGap(true)).claim.kind).toBe('unsafe');
  });

  test('arrays are left to others', () => {
    const { claim } = decide(
      compile(`${HEAD} int main(void) { int a[1000]; int i = __VERIFIER_nondet_int(); int j = __VERIFIER_nondet_int();
        if (i < 0 || i > 999 || j < 0 || j > 999) return 0;
        while (__VERIFIER_nondet_int()) { a[i] = 1; i = (i + 1) % 1000; j = (j + 3) % 1000; if (a[j] == 5) reach_error(); } }`)
        .system,
    );
    expect(claim).toMatchObject({
      kind: 'unknown',
      reason: { kind: 'incomplete', why: 'states with arrays are not explored' },
    });
  });
});

test('inputs for branches that no step took are asked for, and found where there are any', () => {
  let [found, none] = [0, 0];
  const property = fc.property(fc.nat(2 ** 31 - 1), (seed) => {
    const bits = new BitSystem(randomSystem(seed, { blocks: 3 }), null, [], () => {});
    const step = new GateStep(bits, bits.locations[1], new Wiring(bits));
    if (step.conditions.length === 0) return;
    const random = randomSource(seed);
    const inquiry = new Inquiry(bits.gates.blaster.graph, step, () => false);
    let open = step.conditions.flatMap(({ slot }) => [slot, slot ^ 1]);
    const width = step.inputEdges.length;
    expect(width).toBeLessThanOrEqual(5);
    const rows = Int32Array.from({ length: 32 }, (_, i) => i % 2 ** width);
    for (let tries = 0; tries < 12; tries++) {
      const state = Int32Array.of(random(2 ** 31));
      const states = new Int32Array(32).fill(state[0]);
      step.run(states, rows, 32);
      const can = open.some((slot) => (step.value(slot) & step.ending) !== 0);
      const row = inquiry.isBarren(state) ? null : inquiry.ask(state, Int32Array.of(random(2 ** width)));
      expect(row !== null).toBe(can);
      if (row === null) {
        none += 1;
        continue;
      }
      found += 1;
      step.run(
        states,
        Int32Array.from(rows, () => row[0]),
        1,
      );
      const taken = open.filter((slot) => (step.value(slot) & step.ending & 1) !== 0);
      expect(taken.length).toBeGreaterThan(0);
      inquiry.observe(step.ending & 1);
      open = open.filter((slot) => !taken.includes(slot));
    }
  });
  fc.assert(property, { numRuns: 60, seed: 1 });
  expect([found > 0, none > 0]).toEqual([true, true]);
});

describe('steps', () => {
  test('many at once are what evaluation says', () => {
    const property = fc.property(fc.nat(2 ** 31 - 1), (seed) => {
      const system = randomSystem(seed, { blocks: 3 });
      const { terms, stateVars, inputs, blocks } = system;
      const bits = new BitSystem(system, null, [], () => {});
      const random = randomSource(seed);
      const step = new GateStep(bits, bits.locations[1], new Wiring(bits));
      const words = Math.ceil(bits.bits.length / 32);
      const count = 1 + random(32);
      const states = Int32Array.from({ length: 32 * words }, () => random(2 ** 31));
      const rows = Int32Array.from({ length: 32 * step.inputWords }, () => random(2 ** 31));
      step.run(states, rows, count);
      const after = new Int32Array(32 * words);
      step.next(after, words);
      const numberOf = (row: Int32Array, variable: number): bigint => {
        const first = bits.bits.findIndex((bit) => bit.variable === variable);
        return readBits(row, first, bits.bits.filter((bit) => bit.variable === variable).length);
      };
      for (let lane = 0; lane < count; lane++) {
        const state = states.subarray(lane * words, (lane + 1) * words);
        const given = step.traced(rows.subarray(lane * step.inputWords, (lane + 1) * step.inputWords));
        const e = new Evaluator(terms, (t) => {
          const at = stateVars.findIndex((v) => v.term === t);
          const value =
            at === 0 ? 1n : at > 0 ? numberOf(state, at) : (given.get(inputs.findIndex((v) => v.term === t)) ?? 0n);
          return terms.sort(t).kind === 'bool' ? value === 1n : (value as bigint);
        });
        const holds = (mask: number): boolean => ((mask >>> lane) & 1) !== 0;
        const block = blocks[1];
        expect(holds(step.bad)).toBe(e.value(block.bad));
        const goesOn = e.value(block.feasible) === true;
        const to = step.successors.filter((successor) => holds(step.taken(successor))).map((successor) => successor.to);
        expect(to).toEqual(goesOn ? [Number(e.value(block.next[0]))] : []);
        const row = after.subarray(lane * words, (lane + 1) * words);
        for (let v = 1; v < stateVars.length; v++)
          expect(numberOf(row, v)).toBe(BigInt(e.value(block.next[v]) as bigint | boolean));
      }
    });
    fc.assert(property, { numRuns: 50, seed: 1 });
  });

  test('columns of rows, and rows of columns', () => {
    const random = randomSource(5);
    for (const width of [1, 2, 5]) {
      const rows = Int32Array.from({ length: 32 * width }, () => random(2 ** 31) * 2 + random(2));
      const columns = new Int32Array(32 * width + 1);
      toColumns(rows, width, 32, columns, 1);
      for (let lane = 0; lane < 32; lane++)
        for (let b = 0; b < 32 * width; b++)
          expect((columns[1 + b] >>> lane) & 1).toBe((rows[lane * width + (b >> 5)] >>> (b & 31)) & 1);
      const back = new Int32Array(32 * width);
      toRows(columns.subarray(1), back, width);
      expect(back).toEqual(rows);
    }
  });

  test('numbers in rows, wherever they begin', () => {
    const property = fc.property(
      fc.nat(90),
      fc.integer({ min: 1, max: 70 }),
      fc.bigInt({ min: 0n, max: 2n ** 70n - 1n }),
      (at, width, n) => {
        const value = BigInt.asUintN(width, n);
        const row = new Int32Array(6).fill(-1);
        writeBits(row, at, width, value);
        expect(readBits(row, at, width)).toBe(value);
        expect(readBits(row, 0, at)).toBe(2n ** BigInt(at) - 1n);
        expect(readBits(row, at + width, 192 - at - width)).toBe(2n ** BigInt(192 - at - width) - 1n);
      },
    );
    fc.assert(property, { seed: 1 });
  });
});

test('rows are kept once each, however many', () => {
  const rows = new RowSet(2);
  const random = randomSource(3);
  const known = new Map<string, number>();
  for (let n = 0; n < 20_000; n++) {
    const row = Int32Array.of(random(100) - 50, random(100));
    const index = rows.add(row);
    const before = known.get(row.join());
    expect(index).toBe(before === undefined ? known.size : ~before);
    if (before === undefined) known.set(row.join(), index);
  }
  expect(rows.size).toBe(known.size);
  const row = new Int32Array(2);
  for (const [text, index] of known) {
    rows.read(index, row);
    expect(row.join()).toBe(text);
  }
});

describe('machines of rules over modes and numbers', () => {
  /**
   * Rules in one large step; the counters of modes 4 and 5 stay within bounds that the error
   * contradicts, or not.
   */
  const machine = (limit: number, last: string): TransitionSystem =>
    compile(`${HEAD}
      int mode = 1, flag = 0, level = 20, rest = -300;
      int rule(int input) {
        if (mode == 5 && level > ${limit} && flag == 1) reach_error();
        if (mode == 1 && input == 3 && level <= 20) { mode = 2; level = level * 9 / 10 - 600000; return 21; }
        if (mode == 2 && input == 1 && rest < -20) { mode = 3; rest = rest / -5 + 100; level = level % 25 + 60; return 22; }
        if (mode == 2 && input == 4) { mode = 1; level = (level + 7) % 20; return 23; }
        if (mode == 3 && input == 2 && level > 35 && level <= 84) { mode = 4; flag = 1; level = level - 500; return 24; }
        if (mode == 4 && input != 6 && flag == 1 && rest > 0) { mode = 5; level = level % 89 + 93; rest = rest % 7 - 900; return 25; }
        if (mode == 4 && input == 6) { mode = 3; flag = 0; level = 40; return 26; }
        if (mode == 5 && input == 5) { mode = 1; flag = 0; level = -4; ${last} return 27; }
        return -2;
      }
      int main(void) {
        while (1) {
          int input = __VERIFIER_nondet_int();
          if (input < 1 || input > 6) return 0;
          rule(input);
        }
      }`).system;

  test('are proved by a list of their states', () => {
    expect(decide(machine(93, '')).claim).toMatchObject({ kind: 'safe', certificate: { kind: 'states' } });
  });

  test('are left by runs to the error where there is one', () => {
    const { claim } = decide(machine(87, 'level = 500000; mode = 5; flag = 1; rest = 1;'));
    expect(claim.kind).toBe('unsafe');
    expect(decide(machine(40, '')).claim.kind).toBe('unsafe');
  });
});
