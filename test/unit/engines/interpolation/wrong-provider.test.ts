import { describe, expect, test, vi } from 'vitest';
import { alternatingRefuters } from '../../../../src/certify/proof/refuters/alternating.ts';
import { plainRefuters } from '../../../../src/certify/proof/refuters/plain/refuter.ts';
import { ENGINES } from '../../../../src/engines/implementations.ts';
import type { ProviderAnswer, ProviderQuery } from '../../../../src/engines/interpolation/provider.ts';
import type { EngineStatistics } from '../../../../src/engines/methods/engine.ts';
import { completeOptions } from '../../../../src/engines/register.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import type { RefuterFactory } from '../../../../src/logic/terms/refuter.ts';
import type { SolverFactory } from '../../../../src/logic/terms/solver.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { deadlocking, deterministicLoop, oddCounter } from '../../system/transys/examples.ts';
import { contextFor, ownSolversFor, solversFor, tracked } from '../context.ts';
import { judge } from '../judge.ts';

/** What the lying providers answer, whatever they are asked; null: that they have nothing. */
const lie = vi.hoisted(() => ({
  answer: (_: ProviderQuery): readonly Term[] | null => null,
  told: 0,
  tell(query: ProviderQuery): ProviderAnswer {
    this.told += 1;
    const interpolants = this.answer(query);
    return interpolants === null ? { kind: 'unknown', why: 'nothing' } : { kind: 'interpolants', interpolants };
  },
}));

vi.mock(import('../../../../src/engines/interpolation/restricted-cut.ts'), () => ({
  restrictedCut: { name: 'restricted-cut' as const, sequences: true, interpolate: (query) => lie.tell(query) },
}));

vi.mock(import('../../../../src/engines/interpolation/letters.ts'), () => ({
  letters: { name: 'letters' as const, sequences: true, predicates: false, interpolate: (query) => lie.tell(query) },
}));

const cuts = ({ problem }: ProviderQuery): readonly unknown[] => problem.parts.slice(1);

const LIES: readonly (readonly [string, (query: ProviderQuery) => readonly Term[] | null])[] = [
  ['everything', (query) => cuts(query).map(() => query.problem.terms.true)],
  ['nothing', (query) => cuts(query).map(() => query.problem.terms.false)],
  [
    'a predicate by chance',
    (query) =>
      cuts(query).map(() => query.predicates.flat()[query.predicates.flat().length >> 1] ?? query.problem.terms.true),
  ],
  [
    'a variable that is not shared',
    (query) => cuts(query).map(() => query.problem.terms.variable('secret', { kind: 'bool' })),
  ],
  ['too few', () => []],
  ['too many', (query) => [...cuts(query), null].map(() => query.problem.terms.false)],
];

/** Plain clauses first, as in the product, or Z3 alone: both have to see through the lies. */
const CHECKERS: Readonly<Record<'plain' | 'Z3', (system: TransitionSystem, z3: SolverFactory) => RefuterFactory>> = {
  plain: ({ terms }, z3) =>
    alternatingRefuters(plainRefuters(terms, { sat: () => createSatSolver({ proof: true }) }), z3),
  Z3: (_, z3) => z3,
};

/** The lists of sources that are asked, the first provider of each, which lies, and who checks what it says. */
const SOURCES = [
  ['craig', 'restricted-cut', 'plain'],
  ['craig', 'restricted-cut', 'Z3'],
  ['letters,craig', 'letters', 'plain'],
] as const;

/** One engine of the images of paths, one of the abstractions by predicates: Z3 checks for these alone. */
const BY_Z3: readonly string[] = ['imc', 'impact'];

const CASES = (['imc', 'ismc', 'dar', 'predabs', 'impact', 'rse', 'split', 'traces'] as const).flatMap((id) =>
  SOURCES.filter(([, , by]) => by === 'plain' || BY_Z3.includes(id)).map(
    ([interpolants, first, by]) => [id, first, by, CHECKERS[by], interpolants] as const,
  ),
);

describe.each(CASES)(
  '%s, with a lying provider %s, checked by %s, that gives',
  (id, first, _by, checkersOf, interpolants) => {
    test.each(LIES)(
      '%s',
      async (_, answer) => {
        lie.answer = answer;
        for (const [expected, make] of [
          ['TRUE', oddCounter],
          ['TRUE', () => deterministicLoop(3, 5)],
          ['FALSE', () => deterministicLoop(3, 3)],
          ['FALSE', () => deadlocking(true)],
        ] as const) {
          const system = make();
          const z3 = tracked(await solversFor(system));
          const solvers = tracked(ownSolversFor(system));
          const checkers = checkersOf(system, z3);
          const options = { ...completeOptions(id, { interpolants }).options, maxDepth: 12 };
          const claim = ENGINES[id](contextFor(system, solvers, { checkers, options }));
          expect(judge(claim, system, z3, null)).toMatchObject({ verdict: expected });
          expect([solvers.alive, z3.alive]).toEqual([0, 0]);
        }
      },
      60_000,
    );

    test('nothing that is right: the other provider proves it, and the refusals are told', async () => {
      lie.answer = (query) => cuts(query).map(() => query.problem.terms.true);
      const system = oddCounter();
      const z3 = await solversFor(system);
      const checkers = checkersOf(system, z3);
      let numbers: EngineStatistics = {};
      lie.told = 0;
      const claim = ENGINES[id]({
        ...contextFor(system, ownSolversFor(system), {
          checkers,
          options: completeOptions(id, { interpolants }).options,
        }),
        statistics: (values) => {
          numbers = values;
        },
      });
      expect(judge(claim, system, z3, null)).toMatchObject({ verdict: 'TRUE' });
      expect(lie.told).toBeGreaterThan(0);
      expect(numbers[`${first}.refused`]).toBeGreaterThan(0);
      expect(numbers['enumeration.given']).toBeGreaterThan(0);
      expect(numbers['enumeration.refused']).toBe(0);
    });
  },
);
