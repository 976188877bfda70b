import { expect, test } from 'vitest';
import { algebraicRefuters } from '../../../src/certify/proof/refuters/algebra/refuter.ts';
import { boundsRefuters } from '../../../src/certify/proof/refuters/bounds/refuter.ts';
import { casesRefuters } from '../../../src/certify/proof/refuters/cases/refuter.ts';
import { partwiseRefuters } from '../../../src/certify/proof/refuters/partwise.ts';
import { plainRefuters } from '../../../src/certify/proof/refuters/plain/refuter.ts';
import { withoutProducts } from '../../../src/certify/proof/refuters/without-products.ts';
import { bitFactory } from '../../../src/logic/bits/index.ts';
import { boxFactory } from '../../../src/logic/boxes/index.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import type { RefuterFactory } from '../../../src/logic/terms/refuter.ts';
import type { TermStore } from '../../../src/logic/terms/store.ts';
import { loadZ3, z3Factory } from '../../../src/logic/z3/index.ts';
import { ownRefuters } from '../../../src/race/worker/refuters.ts';
import { type Kind, SmallTerms, type Tabled } from '../logic/terms/small-terms.ts';

const FIRST = Number(process.env.LEMMATA_SEED ?? 1);
const SEEDS: Readonly<Record<Kind, number>> = { words: 40, arrays: 20, floats: 3 };
const RUNS = process.env.LEMMATA_RUNS;
const z3 = await loadZ3();

const plain = (store: TermStore): RefuterFactory =>
  plainRefuters(store, { sat: () => createSatSolver({ proof: true }) });

/** All that say of formulas that they cannot hold together, with what they are for. */
const REFUTERS: readonly (readonly [
  name: string,
  make: (store: TermStore) => RefuterFactory,
  kinds: readonly Kind[],
])[] = [
  ['plain', plain, ['words', 'arrays']],
  ['cases', casesRefuters, ['words', 'arrays']],
  ['algebra', algebraicRefuters, ['words', 'arrays']],
  ['algebra of sums', (store) => algebraicRefuters(store, 'sums'), ['words', 'arrays']],
  ['without products', (store) => withoutProducts(store, plain(store)), ['words', 'arrays']],
  ['part by part', (store) => partwiseRefuters(store, plain(store)), ['words', 'arrays']],
  ['bounds', boundsRefuters, ['floats']],
  ['our own together', (store) => ownRefuters(store, plain(store)), ['words', 'arrays', 'floats']],
  ['bits', (store) => bitFactory(store, { sat: () => createSatSolver() }), ['words', 'arrays']],
  ['boxes', boxFactory, ['words', 'arrays', 'floats']],
  ['Z3', (store) => z3Factory(z3, store), ['words', 'arrays', 'floats']],
];

const CASES = REFUTERS.flatMap(([name, make, kinds]) => kinds.map((kind) => ({ name, make, kind })));

test.each(CASES)(
  'what is refuted holds under no assignment, and what is said to hold under one: $name, $kind',
  (tested) => {
    const { name, make, kind } = tested;
    const seeds = RUNS === undefined ? SEEDS[kind] : Number(RUNS);
    let refuted = 0;
    for (let seed = FIRST; seed < FIRST + seeds; seed++) {
      const terms = new SmallTerms(seed, kind, 40);
      const { store } = terms;
      const refuter = make(store).create();
      const formulas = candidates(terms);
      const asserted: Tabled[] = [];
      // Some leave to others what has no products, or no sums.
      if (name === 'algebra' || name === 'without products') refuter.assert(product(store));
      if (name === 'algebra of sums') refuter.assert(sum(store));
      for (let query = 0; query < 4; query++) {
        if (asserted.length === 0 || terms.random(2) === 0) {
          const fresh = terms.pick(formulas);
          refuter.assert(fresh.term);
          asserted.push(fresh);
        }
        const assumed = [terms.pick(formulas), terms.pick(formulas)].slice(0, terms.random(3));
        const all = [...asserted, ...assumed];
        const answer = refuter.check(
          assumed.map(({ term }) => term),
          { milliseconds: 200 },
        );
        if (answer === 'unknown') continue;
        const holds = all[0].values.some((_, at) => all.every(({ values }) => values[at] === 1));
        expect([seed, query, answer]).toEqual([seed, query, holds ? 'sat' : 'unsat']);
        if (answer === 'unsat') refuted += 1;
      }
      refuter.dispose();
    }
    expect(refuted).toBeGreaterThan(0);
  },
  240_000,
);

/** Formulas that are no constants, and their negations. */
function candidates(terms: SmallTerms): readonly Tabled[] {
  return terms.formulas().flatMap((t) => {
    if (terms.store.isConst(t.term)) return [];
    return [t, { ...t, term: terms.store.not(t.term), values: t.values.map((v) => 1 - v) }];
  });
}

/** About variables of its own, with a product of which nothing follows for others. */
function product(store: TermStore): Term {
  const [u, v] = ['u', 'v'].map((name) => store.variable(name, { kind: 'bv', width: 4 }));
  return store.eq(store.mul(u, v), store.bv(4, 0));
}

/** About variables of its own, with a sum of which nothing follows for others. */
function sum(store: TermStore): Term {
  const [u, v] = ['u', 'v'].map((name) => store.variable(name, { kind: 'bv', width: 4 }));
  return store.eq(store.add(u, v), store.bv(4, 0));
}
