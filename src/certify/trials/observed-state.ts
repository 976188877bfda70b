import type { Moment } from '../../interpreter/index.ts';
import { ArrayVersion } from '../../logic/terms/array-version.ts';
import { unpackFloat } from '../../logic/terms/float-values.ts';
import type { Sort } from '../../logic/terms/sort.ts';
import type { ValuePlace } from '../../system/transys/program-places.ts';
import { ANY, type PartialValue } from '../values/partial-value.ts';

/** Most elements of an array that are read; longer arrays are unknown. */
const MOST_ELEMENTS = 256;

/** Reads the run's value of a state variable; unknown if the run does not show it. */
export function observed(moment: Moment, place: ValuePlace, sort: Sort): PartialValue {
  const { elements } = place;
  if (elements === null) return scalarOf(moment.read(place), sort);
  if (sort.kind !== 'array' || elements.count > MOST_ELEMENTS) return ANY;
  const entries = new Map<bigint, PartialValue>();
  for (let index = 0; index < elements.count; index++) {
    const value = scalarOf(moment.read(place, index * elements.strideBytes), sort.element);
    if (value !== ANY) entries.set(BigInt(index), value);
  }
  return entries.size === 0 ? ANY : new ArrayVersion<PartialValue>(ANY, entries);
}

/** Returns the bits of a scalar in memory as a value of a sort; unknown if they do not determine it. */
export function scalarOf(bits: bigint | null, sort: Sort): PartialValue {
  if (bits === null) return ANY;
  switch (sort.kind) {
    case 'bool':
      return bits !== 0n;
    case 'bv':
      return BigInt.asUintN(sort.width, bits);
    case 'float':
      // The x87 format has a bit in memory that the value lacks.
      return sort.exponentBits + sort.precision <= 64 ? bits : ANY;
    case 'array':
      return ANY;
  }
}

/** Whether both values are known and differ. Arrays differ if a known element of both differs. */
export function differs(actual: PartialValue, expected: PartialValue, sort: Sort): boolean {
  if (actual === ANY || expected === ANY) return false;
  if (actual instanceof ArrayVersion || expected instanceof ArrayVersion) {
    if (!(actual instanceof ArrayVersion && expected instanceof ArrayVersion) || sort.kind !== 'array') return false;
    const indices = [...actual.entries().keys()];
    const found = indices.map((index) => actual.read(index));
    return indices.some((index, i) => differs(found[i], expected.read(index), sort.element));
  }
  if (actual === expected) return false;
  return !(sort.kind === 'float' && isNotANumber(actual, sort) && isNotANumber(expected, sort));
}

function isNotANumber(value: PartialValue, sort: Sort & { readonly kind: 'float' }): boolean {
  return typeof value === 'bigint' && unpackFloat(sort, value).kind === 'nan';
}

/** Merges two values that do not differ: the known parts of both. */
export function joined(actual: PartialValue, expected: PartialValue): PartialValue {
  if (actual === ANY) return expected;
  if (!(actual instanceof ArrayVersion) || !(expected instanceof ArrayVersion)) return actual;
  // The system gives the elements that were not read from the run.
  let both = expected;
  const found = [...actual.entries()];
  for (const [index, value] of found) both = both.write(index, value);
  return both;
}
