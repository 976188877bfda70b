import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from '../../../../src/logic/terms/evaluate.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { Substitution } from '../../../../src/logic/terms/substitute.ts';
import { build, comparable, recipe } from './random-terms.ts';

const runs = Number(process.env.LEMMATA_RUNS ?? 1500);

test('rewritten terms have the value of what was asked for', () => {
  fc.assert(
    fc.property(recipe, (r) => {
      const store = new TermStore();
      const { all, assignment } = build(store, r);
      for (const { term, value, width } of all) {
        const computed = evaluate(store, term, (v) => assignment.get(v)!);
        const sorted =
          width === -1 ? new Map([...(value as Map<bigint, bigint>)].sort((x, y) => Number(x[0] - y[0]))) : value;
        expect(comparable(computed, width)).toEqual(sorted);
      }
    }),
    { numRuns: runs },
  );
});

test('substituting constants for all variables folds to the value', () => {
  fc.assert(
    fc.property(recipe, (r) => {
      const store = new TermStore();
      const { all, assignment } = build(store, r);
      const mapping: [number, number][] = [];
      for (const [variable, value] of assignment) {
        const sort = store.sort(variable);
        if (typeof value === 'boolean') mapping.push([variable, store.bool(value)]);
        else if (typeof value === 'bigint') mapping.push([variable, store.bv(store.width(variable), value)]);
        else if (sort.kind === 'array') {
          let array = store.constArray(sort.index, store.bv(8, 0));
          for (const [k, v] of value.entries) array = store.store(array, store.bv(3, k), store.bv(8, v as bigint));
          mapping.push([variable, array]);
        }
      }
      const substitution = new Substitution(store, mapping);
      for (const { term, value, width } of all) {
        const result = substitution.apply(term);
        if (width === -1) continue;
        expect(store.isConst(result)).toBe(true);
        expect(width === 0 ? store.boolValue(result) : store.constValue(result)).toBe(value);
      }
    }),
    { numRuns: runs },
  );
});
