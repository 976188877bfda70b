import { gcd } from '../../base/gcd.ts';

/** A sum of multiples of columns and a constant, over the integers. */
export interface Sum {
  /** Coefficients that are not zero, by column. */
  readonly parts: ReadonlyMap<number, bigint>;
  readonly constant: bigint;
}

/** Facts about the columns: some sums are zero, others are not negative. */
export interface Said {
  readonly zero: readonly Sum[];
  readonly least: readonly Sum[];
}

/** Most sums that one elimination keeps, and the largest coefficient of these. */
const MOST_SUMS = 80;
const MOST_TIMES = 64n;

export function sum(parts: Iterable<readonly [number, bigint]>, constant = 0n): Sum {
  return { parts: new Map([...parts].filter(([, c]) => c !== 0n)), constant };
}

/**
 * The facts about the columns that are kept. Columns that an equation determines are replaced first;
 * Fourier and Motzkin's combinations eliminate the others. Sums are rounded as those of integers. The
 * longest sums beyond `MOST_SUMS` are lost, so that the result is implied but not always complete.
 */
export function projected({ zero, least }: Said, isKept: (column: number) => boolean): Said {
  const equations = [...zero];
  let inequalities = [...least];
  const others = new Set([...zero, ...least].flatMap(({ parts }) => [...parts.keys()].filter((c) => !isKept(c))));
  for (const column of others) {
    const at = pivot(equations, column);
    if (at === null) continue;
    const [by] = equations.splice(at, 1);
    for (const [i, e] of equations.entries()) equations[i] = normal(without(e, by, column), true);
    inequalities = distinct(inequalities.map((e) => without(e, by, column)));
    others.delete(column);
  }
  while (others.size > 0) {
    const next = [...others].map((column) => ({ column, cost: combinations(inequalities, column) }));
    const { column } = next.reduce((a, b) => (b.cost < a.cost ? b : a));
    others.delete(column);
    inequalities = eliminated(inequalities, column);
  }
  return { zero: equations.filter(({ parts }) => parts.size > 0), least: inequalities };
}

/** All facts of both. */
export function both(a: Said, b: Said): Said {
  const zero = new Map([...a.zero, ...b.zero].map((e) => [`${keyOf(e)} ${e.constant}`, e]));
  return { zero: [...zero.values()], least: distinct([...a.least, ...b.least]) };
}

/** The inequalities of several columns that the equations and the bounds of single columns do not imply. */
export function relations({ zero, least }: Said): readonly Sum[] {
  const reduced = reduction(zero);
  const single = new Map(least.filter(({ parts }) => parts.size === 1).map((e) => [keyOf(e), -e.constant]));
  const lowest = ([column, c]: readonly [number, bigint]): bigint | null => {
    const low = single.get(`${column}:${c > 0n ? 1n : -1n}`);
    return low === undefined ? null : magnitude(c) * low;
  };
  const isImplied = ({ parts, constant }: Sum): boolean => {
    const lows = [...parts].map(lowest);
    return lows.every((low) => low !== null) && lows.reduce((all, low) => all + (low ?? 0n), constant) >= 0n;
  };
  return least.filter((e) => e.parts.size > 1 && !isImplied(e) && !isImplied(reduced(e).sum));
}

/**
 * The sums of either side that have a lower bound on both, with the lower one of the two. A sum that is
 * zero on both sides is zero.
 */
export function joined(a: Said, b: Said): Said {
  const [inA, inB] = [a, b].map(lowerBounds);
  const found = new Map<string, Sum>();
  for (const e of [...bounds(a), ...bounds(b)]) {
    const [low, other] = [inA(e), inB(e)];
    const constant = low === null || other === null ? null : low < other ? -low : -other;
    if (constant !== null) found.set(keyOf(e), { parts: e.parts, constant });
  }
  const zero = [...found.values()].filter(
    (e) => isFirst(e) && found.get(keyOf(scaled(e, -1n)))?.constant === -e.constant,
  );
  const isZero = new Set(zero.flatMap((e) => [keyOf(e), keyOf(scaled(e, -1n))]));
  return { zero, least: [...found.values()].filter((e) => !isZero.has(keyOf(e))) };
}

/** Replaces the columns that equations determine in a positive multiple of a sum. */
function reduction(zero: readonly Sum[]): (e: Sum) => { readonly sum: Sum; readonly times: bigint } {
  const solved: { readonly column: number; readonly by: Sum }[] = [];
  const reduced = (e: Sum): { readonly sum: Sum; readonly times: bigint } => {
    let [now, times] = [e, 1n];
    for (const { column, by } of solved) {
      if (!now.parts.has(column)) continue;
      now = without(now, by, column);
      times *= magnitude(by.parts.get(column) ?? 1n);
    }
    return { sum: now, times };
  };
  for (const equation of zero) {
    const by = reduced(equation).sum;
    const [first] = [...by.parts].sort(([, x], [, y]) => Number(magnitude(x) - magnitude(y)));
    if (first !== undefined) solved.push({ column: first[0], by });
  }
  return reduced;
}

/** Finds a lower bound of a sum without its constant: with the equations, and one inequality. */
function lowerBounds({ zero, least }: Said): (e: Sum) => bigint | null {
  const reduced = reduction(zero);
  const known = new Map(least.map((e) => normal(reduced(e).sum, false)).map((e) => [keyOf(e), e.constant]));
  return ({ parts }) => {
    const { sum: e, times } = reduced({ parts, constant: 0n });
    const shared = [...e.parts.values()].reduce(gcd, 0n);
    if (shared === 0n) return -floor(-e.constant, times);
    const constant = known.get(keyOf(normal({ parts: e.parts, constant: 0n }, false)));
    return constant === undefined ? null : -floor(shared * constant - e.constant, times);
  };
}

function isFirst({ parts }: Sum): boolean {
  const [first] = [...parts].sort(([a], [b]) => a - b);
  return first !== undefined && first[1] > 0n;
}

function bounds({ zero, least }: Said): readonly Sum[] {
  return [...zero.flatMap((e) => [e, scaled(e, -1n)]), ...least];
}

function scaled({ parts, constant }: Sum, by: bigint): Sum {
  return { parts: new Map([...parts].map(([c, x]) => [c, x * by])), constant: constant * by };
}

function added(a: Sum, b: Sum): Sum {
  const parts = new Map(a.parts);
  for (const [c, x] of b.parts) {
    const both = (parts.get(c) ?? 0n) + x;
    if (both === 0n) parts.delete(c);
    else parts.set(c, both);
  }
  return { parts, constant: a.constant + b.constant };
}

/** The equation that determines a column: one with a small coefficient and few terms. */
function pivot(equations: readonly Sum[], column: number): number | null {
  let best: number | null = null;
  const cost = ({ parts }: Sum): number => Number(magnitude(parts.get(column) ?? 0n)) * 100 + parts.size;
  for (const [i, e] of equations.entries())
    if (e.parts.has(column) && (best === null || cost(e) < cost(equations[best]))) best = i;
  return best;
}

/** A positive multiple of the sum without a column, which an equation determines. */
function without(e: Sum, equation: Sum, column: number): Sum {
  const times = e.parts.get(column) ?? 0n;
  const own = equation.parts.get(column) ?? 0n;
  if (times === 0n) return e;
  return added(scaled(e, magnitude(own)), scaled(equation, own > 0n ? -times : times));
}

function combinations(inequalities: readonly Sum[], column: number): number {
  const signs = inequalities.map(({ parts }) => parts.get(column) ?? 0n);
  return signs.filter((c) => c > 0n).length * signs.filter((c) => c < 0n).length;
}

function eliminated(inequalities: readonly Sum[], column: number): Sum[] {
  const having = inequalities.filter(({ parts }) => parts.has(column));
  const times = (e: Sum): bigint => e.parts.get(column) ?? 0n;
  const low = having.filter((e) => times(e) > 0n);
  const high = having.filter((e) => times(e) < 0n);
  const rest = inequalities.filter(({ parts }) => !parts.has(column));
  const both = low.flatMap((a) => high.map((b) => added(scaled(a, -times(b)), scaled(b, times(a)))));
  return distinct([...rest, ...both]);
}

/** The lowest of the sums with the same parts, short ones first. */
function distinct(sums: readonly Sum[]): Sum[] {
  const byParts = new Map<string, Sum>();
  for (const e of sums.map((each) => normal(each, false))) {
    if (e.parts.size === 0 || [...e.parts.values()].some((c) => magnitude(c) > MOST_TIMES)) continue;
    const key = keyOf(e);
    const before = byParts.get(key);
    if (before === undefined || e.constant < before.constant) byParts.set(key, e);
  }
  return [...byParts.values()].sort((a, b) => length(a) - length(b)).slice(0, MOST_SUMS);
}

function length({ parts }: Sum): number {
  return [...parts.values()].reduce((all, c) => all + Number(magnitude(c)), parts.size);
}

/** The sum divided by what its coefficients share; the constant of an inequality is rounded down. */
function normal(e: Sum, isEquation: boolean): Sum {
  let shared = [...e.parts.values()].reduce(gcd, 0n);
  if (isEquation) shared = gcd(shared, e.constant);
  if (shared <= 1n) return e;
  return { parts: new Map([...e.parts].map(([c, x]) => [c, x / shared])), constant: floor(e.constant, shared) };
}

function floor(a: bigint, b: bigint): bigint {
  return a >= 0n || a % b === 0n ? a / b : a / b - 1n;
}

/** The number without its sign. */
export function magnitude(x: bigint): bigint {
  return x < 0n ? -x : x;
}

function keyOf({ parts }: Sum): string {
  return [...parts]
    .sort(([a], [b]) => a - b)
    .map(([c, x]) => `${c}:${x}`)
    .join();
}
