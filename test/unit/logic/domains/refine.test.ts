import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unsignedRange } from '../../../../src/logic/domains/range.ts';
import { assume, type Known } from '../../../../src/logic/domains/refine.ts';
import { exactValue, fullValue, type Value, valueAmong } from '../../../../src/logic/domains/value.ts';
import { VALUES } from '../../../../src/logic/domains/values.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import type { Sort } from '../../../../src/logic/terms/sort.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { stands } from './cases.ts';

/** Bits of the elements and of the index. */
const WIDTH = 4;
const WORD: Sort = { kind: 'bv', width: WIDTH };
const ELEMENTS = 5;
const word = fc.nat(2 ** WIDTH - 1);

interface Table {
  readonly terms: TermStore;
  readonly index: Term;
  readonly elements: readonly Term[];
  /** The element at the index; past the last one, the last one. */
  readonly read: Term;
}

function table(): Table {
  const terms = new TermStore();
  const index = terms.variable('i', WORD);
  const elements = Array.from({ length: ELEMENTS }, (_, k) => terms.variable(`a${k}`, WORD));
  const read = elements.reduceRight((rest, element, k) =>
    terms.ite(terms.eq(index, terms.bv(WIDTH, k)), element, rest),
  );
  return { terms, index, elements, read };
}

/** The values of variables and constants. */
function valuesOf(terms: TermStore, values: ReadonlyMap<Term, Value>): (t: Term) => Value | null {
  return (t) => values.get(t) ?? (terms.isBv(t) ? exactValue(WIDTH, terms.constValue(t)) : null);
}

/** What an assumption says about a term, given the values of variables. */
function learnt(t: Term, terms: TermStore, condition: Term, values: ReadonlyMap<Term, Value>): Value | null {
  const known: Known<Value> = new Map();
  const isPossible = assume(VALUES, terms, condition, true, known, valuesOf(terms, values));
  return isPossible ? (known.get(t) ?? values.get(t) ?? fullValue(WIDTH)) : null;
}

test('an element that cannot give the result of a read was not read', () => {
  const { terms, index, elements, read } = table();
  const zero = terms.bv(WIDTH, 0);
  const last = elements[ELEMENTS - 1];
  const values = new Map([
    [index, valueAmong(WIDTH, [0n, 1n, 2n, 3n, 4n])!],
    [last, exactValue(WIDTH, 0n)],
  ]);
  expect(learnt(index, terms, terms.not(terms.eq(read, zero)), values)).toMatchObject({ low: 0n, high: 3n });
  // A blank or a tab is no end of the text either.
  const isBlank = terms.or(terms.eq(read, terms.bv(WIDTH, 9)), terms.eq(read, terms.bv(WIDTH, 3)));
  expect(learnt(index, terms, isBlank, values)).toMatchObject({ low: 0n, high: 3n });
  // Each other element is not 0 either: no read gives 0 but that of the last one.
  for (const element of elements.slice(0, -1)) values.set(element, valueAmong(WIDTH, [1n, 7n])!);
  expect(learnt(index, terms, terms.eq(read, zero), values)).toMatchObject({ low: 4n, high: 4n });
});

test('an assumption excludes no values with which it holds', () => {
  const side = fc.record({ not: fc.boolean(), less: fc.boolean(), than: word, of: fc.constantFrom('read', 'index') });
  const concrete = fc.record({ index: word, elements: fc.array(word, { minLength: ELEMENTS, maxLength: ELEMENTS }) });
  const wider = fc.array(fc.tuple(word, word), { minLength: ELEMENTS + 1, maxLength: ELEMENTS + 1 });
  const property = fc.property(
    fc.array(side, { minLength: 1, maxLength: 4 }),
    concrete,
    wider,
    (sides, own, around) => {
      const { terms, index, elements, read } = table();
      const atoms = sides.map(({ not, less, than, of }) => {
        const [subject, number] = [of === 'read' ? read : index, terms.bv(WIDTH, than)];
        const atom = less ? terms.ult(subject, number) : terms.eq(subject, number);
        return not ? terms.not(atom) : atom;
      });
      const numbers = new Map([index, ...elements].map((v, k) => [v, BigInt([own.index, ...own.elements][k])]));
      const values = new Map(
        [...numbers].map(([v, n], k): [Term, Value] => {
          const [low, high] = around[k].map(BigInt);
          const r = unsignedRange(WIDTH, low < n ? low : n, high > n ? high : n);
          return [v, VALUES.bounded(fullValue(WIDTH), r.low, r.high)!];
        }),
      );
      const condition = terms.orAll(atoms);
      const evaluator = new Evaluator(terms, (v) => numbers.get(v) ?? 0n);
      if (evaluator.value(condition) !== true) return;
      const known: Known<Value> = new Map();
      expect(assume(VALUES, terms, condition, true, known, valuesOf(terms, values))).toBe(true);
      for (const [t, v] of known) {
        const exact = evaluator.value(t);
        expect(
          stands(v, typeof exact === 'boolean' ? BigInt(exact) : (exact as bigint), typeof exact === 'boolean'),
        ).toBe(true);
      }
    },
  );
  fc.assert(property, { numRuns: Number(process.env.LEMMATA_RUNS ?? 3_000) });
});
