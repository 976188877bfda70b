import type { InitializerEntry } from '../ast.ts';

/** A GNU range at one level of a path. */
export interface DesignatedRange {
  readonly level: number;
  readonly last: number;
}

/** Parts of an initialiser that are set more than once. */

/** A growing set of integers. */
export class Intervals {
  readonly #list: { readonly first: number; last: number }[] = [];

  /** Begins with all numbers from 0 up to `end`, exclusive. */
  constructor(end: number) {
    if (end > 0) this.#list.push({ first: 0, last: end - 1 });
  }

  add(first: number, last: number): void {
    const previous = this.#list[this.#list.length - 1];
    if (previous !== undefined && first === previous.last + 1) previous.last = last;
    else this.#list.push({ first, last });
  }

  /** Whether some number from `first` to `last` is in the set. */
  meets(first: number, last: number): boolean {
    return this.#list.some((each) => each.first <= last && first <= each.last);
  }
}

/** Returns the positions that a path with an optional GNU range denotes at one of its levels. */
function spanAt(
  path: readonly number[],
  range: DesignatedRange | null | undefined,
  level: number,
): { first: number; last: number } {
  const first = path[level];
  return { first, last: range?.level === level ? range.last : first };
}

/** Whether the two may denote a common part, or one a part of the other, to a depth of `depth` levels. */
export function meet(
  entry: InitializerEntry,
  path: readonly number[],
  range: DesignatedRange | null,
  depth: number,
): boolean {
  for (let level = 0; level < depth; level++) {
    const a = spanAt(entry.path, entry.range, level);
    const b = spanAt(path, range, level);
    if (a.last < b.first || b.last < a.first) return false;
  }
  return true;
}

/** Returns the entry without its parts within `path`, which it meets: none, one or two entries. */
export function without(
  entry: InitializerEntry,
  path: readonly number[],
  range: DesignatedRange | null,
): readonly InitializerEntry[] {
  const level = entry.range?.level;
  if (level === undefined || level >= path.length) return [];
  const { first, last } = spanAt(entry.path, entry.range, level);
  const gone = spanAt(path, range, level);
  const rest: InitializerEntry[] = [];
  const keep = (from: number, to: number): void => {
    if (from > to) return;
    const moved = { path: entry.path.with(level, from), value: entry.value };
    rest.push(from === to ? moved : { ...moved, range: { level, last: to } });
  };
  keep(first, gone.first - 1);
  keep(gone.last + 1, last);
  return rest;
}
