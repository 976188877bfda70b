import type { Layout } from '../../c/types/layout.ts';
import type { CType } from '../../c/types/types.ts';
import type { StaticValue } from '../cfa/automaton.ts';

/** Least length of a run of numbers that is kept as one list. */
const MIN_RUN = 16;

/**
 * Packs tables of small integers, which are large and uniform: the first elements of an array become
 * one `bytes` value. It applies only if no entry overrides another.
 */
export function packRuns(object: CType, values: readonly StaticValue[], layout: Layout): readonly StaticValue[] {
  if (values.length < MIN_RUN || !isAscending(values)) return values;
  const packed: StaticValue[] = [];
  for (let i = 0; i < values.length; ) {
    const end = runEnd(object, values, i, layout);
    if (end - i < MIN_RUN) {
      packed.push(values[i]);
      i++;
      continue;
    }
    const units: number[] = [];
    for (let k = i; k < end; k++) units.push(Number(numberOf(values[k])));
    packed.push({ path: values[i].path.slice(0, -1), value: { kind: 'bytes', units } });
    i = end;
  }
  return packed;
}

function numberOf({ value }: StaticValue): bigint | null {
  return value.kind === 'integer' ? value.value : null;
}

/**
 * Returns the position behind the last of the numbers that start an array at `start`; `start` if there
 * are none.
 */
function runEnd(object: CType, values: readonly StaticValue[], start: number, layout: Layout): number {
  const { path } = values[start];
  if (path.at(-1) !== 0) return start;
  const array = typeAt(object, path.slice(0, -1));
  if (array.kind !== 'array' || array.element.kind !== 'integer' || layout.integerWidth(array.element) > 32)
    return start;
  let end = start;
  for (; end < values.length; end++) {
    const next = values[end];
    if (numberOf(next) === null || next.path.at(-1) !== end - start || !sameParent(path, next.path)) break;
  }
  return end;
}

function sameParent(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length - 1; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * Whether every path comes after the one before it, none is a part of another, and there are no
 * ranges.
 */
function isAscending(values: readonly StaticValue[]): boolean {
  return values.every((value, i) => value.range === undefined && (i === 0 || isBefore(values[i - 1].path, value.path)));
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const common = Math.min(a.length, b.length);
  for (let i = 0; i < common; i++) if (a[i] !== b[i]) return a[i] < b[i];
  return false;
}

/** Returns the type of the sub-object at a path. */
export function typeAt(object: CType, path: readonly number[]): CType {
  let type = object;
  for (const index of path) {
    if (type.kind === 'array') type = type.element;
    else if (type.kind === 'struct' || type.kind === 'union') type = type.definition.fields![index].type;
  }
  return type;
}
