import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { exactly, full } from '../../../../src/logic/domains/range.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { evaluate } from '../../../../src/logic/terms/evaluate.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { postorder } from '../../../../src/logic/terms/traverse.ts';
import { comparisonsIn } from '../../../../src/system/analysis/classes.ts';
import { regionsFormula } from '../../../../src/system/analysis/regions/formula.ts';
import { distancesToFailure, RegionGraph } from '../../../../src/system/analysis/regions/graph.ts';
import { comparisonsOfChosen, RegionModel } from '../../../../src/system/analysis/regions/model.ts';
import { outcomesOf } from '../../../../src/system/analysis/regions/outcomes.ts';
import { partsOf } from '../../../../src/system/analysis/regions/parts.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { solversFor } from '../../engines/context.ts';
import { enumerate, randomSystem } from '../transys/random-systems.ts';

const WIDTH = 4;
const VALUES = Array.from({ length: 2 ** WIDTH }, (_, i) => BigInt(i));

test('parts cover all values once, and within one no comparison changes', () => {
  const comparison = fc.tuple(fc.nat(3), fc.nat(2 ** WIDTH - 1));
  fc.assert(
    fc.property(fc.array(comparison, { minLength: 1, maxLength: 6 }), fc.constantFrom(2, 16), (codes, few) => {
      const terms = new TermStore();
      const x = terms.variable('x', { kind: 'bv', width: WIDTH });
      const atoms = codes.map(([kind, c]): Term => {
        const constant = terms.bv(WIDTH, c);
        return [terms.eq, terms.ult, terms.slt, (a: Term, b: Term) => terms.slt(b, a)][kind].call(terms, x, constant);
      });
      const compared = comparisonsIn(terms, new Set([x]), postorder(terms, atoms)).get(x);
      const { parts } = partsOf(terms, x, compared, few);
      for (const value of VALUES) {
        const signed = BigInt.asIntN(WIDTH, value);
        const own = parts.filter(
          ({ range: { low, high, signedLow, signedHigh } }) =>
            low <= value && value <= high && signedLow <= signed && signed <= signedHigh,
        );
        expect(own).toHaveLength(1);
        const replaced = new Map(own[0].replacements);
        if (few === 16) expect(replaced.get(x)).toBe(terms.bv(WIDTH, value));
        for (const atom of compared?.atoms ?? [])
          expect(replaced.get(atom)).toBe(terms.bool(evaluate(terms, atom, () => value) === true));
      }
    }),
    { numRuns: 300, seed: 3 },
  );
});

const ROUNDS = [
  { few: 2, patience: 0 },
  { few: 2, patience: 2 },
  { few: 16, patience: 20 },
];

test('regions of random systems are inductive, and tell of all errors that there are', async () => {
  let [safe, failing] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.nat(2 ** 31 - 1),
      fc.constantFrom(0, 2, 3),
      fc.constantFrom(...ROUNDS),
      async (seed, blocks, round) => {
        const system = randomSystem(seed, { blocks, gaps: true });
        const model = new RegionModel(system, round.few);
        const graph = new RegionGraph(model, {
          patience: round.patience,
          regions: 10_000,
          work: 1e7,
          stopped: () => false,
        });
        expect(graph.complete()).toBe(true);
        const fails = [...graph.regions].filter((region) => region.fails);
        const truth = enumerate(system);
        if (truth.bad !== null) {
          failing += 1;
          expect(fails).not.toEqual([]);
          // And where runs begin is known to lead there; before the first state of a system without a
          // program counter there is a step.
          const start = graph.first;
          const distance = start === null ? undefined : distancesToFailure(graph.regions).get(start);
          expect(distance ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(truth.bad + (blocks === 0 ? 1 : 0));
        }
        const checked: TransitionSystem = fails.length === 0 ? system : withoutBad(system);
        if (fails.length === 0) safe += 1;
        const certificate = {
          kind: 'inductive',
          invariant: regionsFormula(model, graph),
          k: 0,
          instances: [],
        } as const;
        expect(checkCertificate(checked, certificate, await solversFor(system))).toMatchObject({ accepted: true });
      },
    ),
    { numRuns: 60, seed: 7 },
  );
  expect(Math.min(safe, failing)).toBeGreaterThan(5);
}, 120_000);

function withoutBad(system: TransitionSystem): TransitionSystem {
  const { terms } = system;
  return { ...system, blocks: system.blocks.map((b) => ({ ...b, bad: terms.false, gap: terms.false })) };
}

test('a step is split by conditions that its open results depend on, and by no others', () => {
  const terms = new TermStore();
  const [x, y] = ['x', 'y'].map((name) => terms.variable(name, { kind: 'bv', width: WIDTH }));
  const isSmall = terms.ult(x, terms.bv(WIDTH, 3));
  const isLarge = terms.ult(terms.bv(WIDTH, 12), x);
  const split = (goesOn: Term, result: Term): number => {
    const roots = [goesOn, terms.false, terms.false, result];
    const box = (variable: Term) => (variable === y ? exactly(WIDTH, 5n) : full(WIDTH));
    return outcomesOf(terms, roots, postorder(terms, roots), box).outcomes.length;
  };
  const five = terms.eq(y, terms.bv(WIDTH, 5));
  const eitherWay = terms.or(isSmall, five);
  // The result is `x + 1` whatever the range of `x` is, and the value of `y` decides the guard.
  expect(split(eitherWay, terms.add(x, terms.bv(WIDTH, 1)))).toBe(1);
  expect(split(five, terms.ite(five, y, terms.ite(isLarge, x, terms.bv(WIDTH, 0))))).toBe(1);
  expect(split(five, terms.ite(isSmall, y, terms.bv(WIDTH, 0)))).toBe(2);
  expect(split(terms.or(isSmall, isLarge), terms.ite(isSmall, y, terms.bv(WIDTH, 0)))).toBe(2);
});

test('limits are kept', () => {
  const system = randomSystem(5, { blocks: 3 });
  const explored = (limits: { readonly regions?: number; readonly work?: number }): boolean =>
    new RegionGraph(new RegionModel(system, 16), {
      patience: 3,
      regions: 10_000,
      work: 1e7,
      stopped: () => false,
      ...limits,
    }).complete();
  expect(explored({})).toBe(true);
  expect(explored({ regions: 0 })).toBe(false);
  expect(explored({ work: 0 })).toBe(false);
});

test('what a choice is compared with is compared with what may be chosen', () => {
  const terms = new TermStore();
  const [x, y] = ['x', 'y'].map((name) => terms.variable(name, { kind: 'bv', width: WIDTH }));
  const [p, q] = ['p', 'q'].map((name) => terms.variable(name, { kind: 'bool' }));
  const chosen = terms.ite(p, terms.ite(q, x, terms.bv(WIDTH, 3)), terms.add(y, terms.bv(WIDTH, 2)));
  const said = [terms.eq(chosen, terms.bv(WIDTH, 5)), terms.slt(chosen, terms.bv(WIDTH, 6))];
  const made = comparisonsOfChosen(terms, postorder(terms, said));
  expect(made).toContain(terms.eq(x, terms.bv(WIDTH, 5)));
  expect(made).toContain(terms.slt(x, terms.bv(WIDTH, 6)));
  expect(made).toContain(terms.eq(y, terms.bv(WIDTH, 3)));
});
