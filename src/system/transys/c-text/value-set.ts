/** The numbers from `low` to `high`, both included. */
export interface Interval {
  readonly low: bigint;
  readonly high: bigint;
}

/** Bit-vectors of one width, read as unsigned: disjoint intervals in ascending order, never adjacent. */
export interface ValueSet {
  readonly width: number;
  readonly intervals: readonly Interval[];
}

/** Returns all values of a width. */
export function allValues(width: number): ValueSet {
  return { width, intervals: [{ low: 0n, high: (1n << BigInt(width)) - 1n }] };
}

/** Returns the values in any of the intervals, which may overlap. */
export function valuesIn(width: number, intervals: readonly Interval[]): ValueSet {
  return { width, intervals: merged(intervals) };
}

/** Returns the values of both sets, which have one width. */
export function meetSets(a: ValueSet, b: ValueSet): ValueSet {
  const intervals: Interval[] = [];
  let [i, j] = [0, 0];
  while (i < a.intervals.length && j < b.intervals.length) {
    const [x, y] = [a.intervals[i], b.intervals[j]];
    const [low, high] = [x.low > y.low ? x.low : y.low, x.high < y.high ? x.high : y.high];
    if (low <= high) intervals.push({ low, high });
    if (x.high < y.high) i += 1;
    else j += 1;
  }
  return { width: a.width, intervals };
}

/** Returns the values of either set; both have one width. */
export function joinSets(a: ValueSet, b: ValueSet): ValueSet {
  return valuesIn(a.width, [...a.intervals, ...b.intervals]);
}

/** Returns the values of the width that the set does not have. */
export function complementOf({ width, intervals }: ValueSet): ValueSet {
  const gaps: Interval[] = [];
  let next = 0n;
  for (const { low, high } of intervals) {
    if (low > next) gaps.push({ low: next, high: low - 1n });
    next = high + 1n;
  }
  const top = (1n << BigInt(width)) - 1n;
  if (next <= top) gaps.push({ low: next, high: top });
  return { width, intervals: gaps };
}

/** Whether the first set has all values of the second one. */
export function includesSet(a: ValueSet, b: ValueSet): boolean {
  return equalSets(meetSets(a, b), b);
}

export function equalSets(a: ValueSet, b: ValueSet): boolean {
  return (
    a.intervals.length === b.intervals.length &&
    a.intervals.every(({ low, high }, i) => low === b.intervals[i].low && high === b.intervals[i].high)
  );
}

export function hasValue({ intervals }: ValueSet, value: bigint): boolean {
  return intervals.some(({ low, high }) => low <= value && value <= high);
}

/** Returns the intervals of the set read as signed or unsigned numbers, in the order of that reading. */
export function readingOf({ width, intervals }: ValueSet, isSigned: boolean): readonly Interval[] {
  if (!isSigned) return intervals;
  const half = 1n << BigInt(width - 1);
  return merged(
    intervals.flatMap(({ low, high }): Interval[] => {
      if (high < half) return [{ low, high }];
      const negative = { low: (low < half ? half : low) - 2n * half, high: high - 2n * half };
      return low < half ? [negative, { low, high: half - 1n }] : [negative];
    }),
  );
}

/** Returns the intervals in ascending order, with those that touch in one. */
function merged(intervals: readonly Interval[]): readonly Interval[] {
  const out: Interval[] = [];
  const sorted = [...intervals].sort((a, b) => (a.low < b.low ? -1 : a.low > b.low ? 1 : 0));
  for (const { low, high } of sorted) {
    const last = out.at(-1);
    if (last === undefined || low > last.high + 1n) out.push({ low, high });
    else if (high > last.high) out[out.length - 1] = { low: last.low, high };
  }
  return out;
}
