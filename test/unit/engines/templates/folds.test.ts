import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Folds } from '../../../../src/engines/templates/folds.ts';
import { houdini } from '../../../../src/engines/templates/houdini.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import type { TermStore } from '../../../../src/logic/terms/store.ts';
import { simulateTrace } from '../../../../src/system/transys/simulate.ts';
import type { TraceValue, TransitionSystem } from '../../../../src/system/transys/system.ts';
import { compile } from '../../system/encode/compile.ts';
import { bits, build } from '../../system/transys/examples.ts';
import { randomSource } from '../../system/transys/random-systems.ts';
import { contextFor, ownSolversFor } from '../context.ts';
import { judge } from '../judge.ts';

/** A program with an array `a` of unknown elements, of which `n` are used, a counter and some sums. */
const program = (text: string): TransitionSystem =>
  compile(`
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
unsigned a[600];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i, s = 0, t = 0;
  if (n > 600) return 0;
  for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_uint();
  ${text}
}`).system;

/** `milliseconds`: limit of the engine, which mostly ends before. */
function verdict(system: TransitionSystem, milliseconds = 20_000): string {
  const solvers = ownSolversFor(system);
  const end = performance.now() + milliseconds;
  const context = contextFor(system, solvers, { stopped: () => performance.now() > end });
  return judge(houdini(context), system, solvers, null).verdict;
}

const RIGHT = {
  'the sum of all elements, twice':
    'for (i = 0; i < n; i++) s += a[i]; for (i = 0; i < n; i++) t += a[i]; if (s != t) reach_error();',
  'the sum of all elements, of which two were exchanged':
    'for (i = 0; i < n; i++) s += a[i]; i = a[0]; a[0] = a[1]; a[1] = i; for (i = 0; i < n; i++) t += a[i]; if (n > 1 && s != t) reach_error();',
  'the greatest element, twice':
    'for (i = 0; i < n; i++) if (a[i] > s) s = a[i]; for (i = 0; i < n; i++) if (a[i] > t) t = a[i]; if (s != t) reach_error();',
  'two counts, of which each element belongs to one':
    'for (i = 0; i < n; i++) if (a[i] > 9) s++; for (i = 0; i < n; i++) if (a[i] <= 9) t++; if (s + t != n) reach_error();',
};

describe('folds of arrays', () => {
  for (const [name, text] of Object.entries(RIGHT))
    test(`${name}: proved`, () => expect(verdict(program(text))).toBe('TRUE'), 60_000);

  test('record nothing in programs without two of them', () => {
    expect(Folds.of(program('for (i = 0; i < n; i++) s += a[i]; if (s != t) reach_error();'))).toBeNull();
    expect(Folds.of(program('for (i = 0; i < n; i++) s++; for (i = 0; i < n; i++) t++;'))).toBeNull();
  });

  test('prove nothing that brute force refutes', () => {
    let proofs = 0;
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), (seed) => {
        const system = randomFolds(seed);
        if (Folds.of(system) === null) return;
        const result = verdict(system, 2_000);
        expect(result).not.toBe('refused');
        if (result !== 'TRUE') return;
        proofs += 1;
        expect(fails(system)).toBe(false);
      }),
      { numRuns: Number(process.env.LEMMATA_RUNS ?? 8), seed: 44 },
    );
    expect(proofs).toBeGreaterThan(0);
  }, 120_000);
});

const LENGTH = 3;
const ARRAY = { kind: 'array', index: bits(3), element: bits(2) } as const;

/** Two loops over an array, with random folds, perhaps a write between them, and a random error behind them. */
function randomFolds(seed: number): TransitionSystem {
  const random = randomSource(seed);
  const pick = <T>(...choices: readonly T[]): T => choices[random(choices.length)];
  type Fold = (t: TermStore, sum: Term, element: Term) => Term;
  const folds: readonly Fold[] = [
    (t, sum, element) => t.add(sum, element),
    (t, sum, element) => t.sub(sum, element),
    (t, sum, element) => t.bvXor(sum, element),
    (t, sum, element) => t.ite(t.ult(sum, element), element, sum),
    (t, sum, element) => t.ite(t.eq(element, t.bv(2, 1)), t.add(sum, t.bv(2, 1)), sum),
    (t, sum, element) => t.add(t.add(sum, sum), element),
  ];
  const first = pick(...folds);
  const second = random(3) > 0 ? first : pick(...folds);
  const [written, start, end] = [random(4) === 0, random(4) === 0 ? 1 : 0, random(4) === 0 ? LENGTH - 1 : LENGTH];
  const asked = random(3);
  return build({
    state: { a: ARRAY, i: bits(3), s: bits(2), t: bits(2) },
    inputs: { any: ARRAY },
    blocks: [
      (t, v) => ({
        successors: [1],
        next: { a: v('any'), i: t.bv(3, 0), s: t.bv(2, 0), t: t.bv(2, 0) },
        inputs: ['any'],
      }),
      (t, v) => {
        const more = t.ult(v('i'), t.bv(3, LENGTH));
        const after = written ? t.store(v('a'), t.bv(3, 1), t.bv(2, random(4))) : v('a');
        return {
          successors: [1, 2],
          next: {
            pc: t.ite(more, t.bv(4, 1), t.bv(4, 2)),
            s: t.ite(more, first(t, v('s'), t.select(v('a'), v('i'))), v('s')),
            i: t.ite(more, t.add(v('i'), t.bv(3, 1)), t.bv(3, start)),
            a: t.ite(more, v('a'), after),
          },
        };
      },
      (t, v) => {
        const more = t.ult(v('i'), t.bv(3, end));
        const wrong = [
          t.not(t.eq(v('s'), v('t'))),
          t.and(t.eq(v('s'), t.bv(2, 3)), t.eq(v('t'), t.bv(2, 1))),
          t.not(t.eq(t.add(v('s'), v('t')), t.bv(2, 0))),
        ][asked];
        return {
          successors: [2],
          feasible: more,
          bad: t.and(t.not(more), wrong),
          next: { t: second(t, v('t'), t.select(v('a'), v('i'))), i: t.add(v('i'), t.bv(3, 1)) },
        };
      },
    ],
  });
}

/** Whether some content of the array leads into bad. */
function fails(system: TransitionSystem): boolean {
  return Array.from(
    { length: 4 ** LENGTH },
    (_, content): TraceValue => ({
      default: 0n,
      entries: Array.from(
        { length: LENGTH },
        (__, k) => [BigInt(k), BigInt(Math.floor(content / 4 ** k) % 4)] as const,
      ),
    }),
  ).some((any) => {
    const steps = [new Map([[0, any]]), ...Array.from({ length: 2 * LENGTH + 2 }, () => new Map<number, TraceValue>())];
    return simulateTrace(system, { init: new Map(), steps }).kind === 'bad';
  });
}
