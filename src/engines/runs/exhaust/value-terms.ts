import { ArrayVersion } from '../../../logic/terms/array-version.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { unpackFloat } from '../../../logic/terms/float-values.ts';
import type { Sort } from '../../../logic/terms/sort.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { OPEN, patternOf, type Value } from './step-code.ts';

/** Returns some value of a sort. */
export function zeroOf(sort: Sort): Value {
  switch (sort.kind) {
    case 'bool':
      return false;
    case 'bv':
      return sort.width <= 32 ? 0 : 0n;
    case 'float':
      return 0n;
    case 'array':
      return new ArrayVersion<Value>(zeroOf(sort.element), new Map());
  }
}

/**
 * Returns the value of a variable as a term; the variable itself where the value, or an element of it,
 * is open.
 */
export function valueTerm(terms: TermStore, variable: Term, value: Value): Term {
  return constantOf(terms, terms.sort(variable), value) ?? variable;
}

/** Null for an open value, and for an array with an open element. */
function constantOf(terms: TermStore, sort: Sort, value: Value): Term | null {
  if (value === OPEN) return null;
  switch (sort.kind) {
    case 'bool':
      return terms.bool(value === true);
    case 'bv':
      return terms.bv(sort.width, patternOf(value));
    case 'float': {
      const format = { exponentBits: sort.exponentBits, precision: sort.precision };
      return terms.float(format, unpackFloat(format, patternOf(value)));
    }
    case 'array': {
      const fallback = value instanceof ArrayVersion ? constantOf(terms, sort.element, value.fallback) : null;
      if (!(value instanceof ArrayVersion) || fallback === null) return null;
      let array = terms.constArray(sort.index, fallback);
      for (const [index, written] of value.entries()) {
        const place = constantOf(terms, sort.index, sort.index.kind === 'bool' ? index !== 0n : index);
        const element = constantOf(terms, sort.element, written);
        if (place === null || element === null) return null;
        array = terms.store(array, place, element);
      }
      return array;
    }
  }
}
