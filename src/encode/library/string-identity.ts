import type { Term } from '../../terms/builder.ts';
import type { Execution, Pointer } from '../execution.ts';
import type { MemoryObject } from '../memory/objects.ts';

/** Limit of the pairs of string literals that are compared one by one. */
const MAX_PAIRS = 256;

/**
 * Returns when two pointers lead to distinct string literals that may be one object. C leaves that
 * open where one literal ends with the other (C11 6.4.5).
 */
export function mayShare(x: Execution, p: Pointer, q: Pointer): Term {
  const { terms, encoding } = x;
  const first = literalsOf(x, p);
  const second = first.length === 0 ? [] : literalsOf(x, q);
  const is = (pointer: Pointer, number: number): Term => terms.eq(pointer.object, terms.bv(encoding.pointers.objectWidth, number));
  if (first.length * second.length > MAX_PAIRS) {
    const any = (pointer: Pointer, numbers: readonly number[]): Term => terms.orAll(numbers.map((number) => is(pointer, number)));
    return terms.and(terms.not(terms.eq(p.object, q.object)), terms.and(any(p, first), any(q, second)));
  }
  let result = terms.false;
  for (const a of first)
    for (const b of second) {
      if (a !== b && oneEndsWithOther(x, a, b)) result = terms.or(result, terms.and(is(p, a), is(q, b)));
    }
  return result;
}

function literalsOf(x: Execution, pointer: Pointer): number[] {
  const { encoding } = x;
  const targets = x.facts.targets(pointer.object);
  if (targets === null) encoding.openWorld = true;
  const numbers = targets ?? Array.from({ length: encoding.objects.numberCount }, (_, number) => number);
  return [...numbers].filter((number) => unitsOf(x, encoding.objects.withNumber(number)) !== null);
}

/** Code units of a string literal's object; null for other objects. */
function unitsOf(x: Execution, object: MemoryObject | null): readonly number[] | null {
  const { variable = null } = object ?? {};
  if (variable === null || !variable.name.startsWith('$string')) return null;
  const [entry] = x.encoding.linked.program.initialValues.get(variable.id) ?? [];
  return entry === undefined ? [] : entry.value.kind === 'bytes' ? entry.value.units : null;
}

function oneEndsWithOther(x: Execution, a: number, b: number): boolean {
  const { objects } = x.encoding;
  const first = unitsOf(x, objects.withNumber(a)) ?? [];
  const second = unitsOf(x, objects.withNumber(b)) ?? [];
  const length = Math.min(first.length, second.length);
  for (let i = 1; i <= length; i++) if (first[first.length - i] !== second[second.length - i]) return false;
  return true;
}
