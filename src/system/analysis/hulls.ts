import type { Fixpoint } from '../../logic/domains/fixpoint.ts';
import type { Value } from '../../logic/domains/value.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { dualCone, type Vector } from './dual-cone.ts';
import type { Fact } from './facts.ts';
import { type Bounded, inequality } from './inequality.ts';
import type { PlacedFlow } from './places.ts';
import { added, type Cycle, cycles, type Interval, type Sum, type SumStep } from './sum-steps.ts';

/** Most places of a cycle, and most variables whose changes are seen together. */
const MOST_PLACES = 4;
const MOST_TOGETHER = 5;
/** Most variables of a cycle. */
const MOST_VARIABLES = 8;
/** Most numbers with a range in one step, and most different changes of a group. */
const MOST_RANGES = 5;
const MOST_CHANGES = 128;
/** Numbers of a larger range may have any size. */
const LARGE = 1n << 32n;
/** Largest factor of a variable. */
const MOST_FACTOR = 1n << 17n;
/** Most bounds of one sum where a cycle is entered. */
const MOST_BOUNDS = 4;
/** Most inequalities at one place. */
const MOST_AT_PLACE = 16;

/**
 * Linear inequalities over the variables that a cycle changes, from the hull of what its steps add to them. No
 * step makes the sum grow, so that it stays below its value where the cycle was entered. A sum may have an
 * offset for each place of the cycle, so that only whole turns count. Variables are numbers without a limit
 * here. That is why these are candidates (compare Ancourt, Coelho, Irigoin, A Modular Static Analysis Approach
 * to Affine Loop Invariants Detection, NSAD 2010).
 *
 * Steps that add (1, 1) or (1, 2) to `i` and `out`, which are 0 at first, give `i <= out` and `out <= 2 * i`.
 */
export function hullInequalities(
  system: TransitionSystem,
  flow: PlacedFlow,
  solution: Fixpoint<Value>,
): readonly Fact[] {
  return cycles(system, flow, solution).flatMap((cycle) =>
    cycle.places.length > MOST_PLACES ? [] : inequalitiesOf(system, flow, solution, cycle),
  );
}

function inequalitiesOf(
  system: TransitionSystem,
  flow: PlacedFlow,
  solution: Fixpoint<Value>,
  cycle: Cycle,
): readonly Fact[] {
  const { terms } = system;
  const changed = new Set(cycle.inside.flatMap(({ assigned }) => [...assigned.keys()]));
  const index = new Map(flow.observed.map((t, i) => [t, i] as const));
  const found = new Map<number, Map<Term, number>>(cycle.places.map((place) => [place, new Map()]));
  for (const { group, rays } of fallingSums(cycle)) {
    for (const ray of rays) {
      const factors = ray.slice(0, group.length);
      if (!isRelation(factors)) continue;
      for (const bound of boundsAtEntry(cycle, group, ray, (t) => index.has(t) && !changed.has(t))) {
        const kept = [...bound.parts].map(([t, c]) => [t, -c] as const);
        const parts = [...kept, ...group.map((t, k) => [t, factors[k]] as const)].filter(([, factor]) => factor !== 0n);
        const weight = parts.reduce((sum, [, factor]) => sum + Number(factor < 0n ? -factor : factor), 0);
        for (const place of cycle.places) {
          const values = solution.values[place];
          const numbers = parts.map(
            ([t, factor]): Bounded => ({ t, factor, value: values?.[index.get(t) ?? -1] ?? null }),
          );
          const most = bound.constant - potential(cycle, group, ray, place);
          for (const formula of inequality(terms, numbers, most)) found.get(place)?.set(formula, weight);
        }
      }
    }
  }
  return [...found].flatMap(([place, formulas]) => {
    const { block, at } = flow.places[place];
    const light = [...formulas].sort(([, a], [, b]) => a - b).slice(0, MOST_AT_PLACE);
    return light.map(([formula]): Fact => ({ block, formula: terms.implies(at, formula) }));
  });
}

/** The variables that some step of a cycle counts up or down. */
function counted({ inside }: Cycle): readonly Term[] {
  const sums = inside.flatMap(({ assigned }) => [...assigned]);
  return [...new Set(sums.flatMap(([t, sum]) => (sum.parts.get(t) === 1n ? [t] : [])))];
}

/**
 * The sums over groups of variables, with an offset for each place, that no step makes grow. A group whose
 * changes are too many is divided into the groups without one of its variables.
 */
function* fallingSums(cycle: Cycle): Generator<{ readonly group: readonly Term[]; readonly rays: readonly Vector[] }> {
  const all = counted(cycle).slice(0, MOST_VARIABLES);
  const groups = new Map([[all.join(), all]]);
  for (const group of groups.values()) {
    const changes = group.length > MOST_TOGETHER ? null : changesOf(cycle, group);
    const rays = changes === null ? null : dualCone(changes);
    if (rays !== null) yield { group, rays };
    else if (group.length > 2)
      for (const t of group) {
        const smaller = group.filter((other) => other !== t);
        groups.set(smaller.join(), smaller);
      }
  }
}

/** Whether the factors relate variables, and none is large. */
function isRelation(factors: Vector): boolean {
  const used = factors.filter((x) => x !== 0n);
  return used.length > 1 && used.every((x) => x <= MOST_FACTOR && x >= -MOST_FACTOR);
}

/**
 * The changes of the group by the steps, and behind them the places that the steps lead to and come from. Null
 * if there are too many.
 */
function changesOf({ places, inside }: Cycle, group: readonly Term[]): readonly Vector[] | null {
  const changes = new Map<string, Vector>();
  for (const { from, to, assigned, ranges } of inside) {
    const added = group.map((t) => change(assigned.get(t), t));
    const numbers = [...new Set(added.flatMap(({ parts }) => [...parts.keys()]))];
    const places_ = places.slice(1).map((place) => BigInt(Number(place === to) - Number(place === from)));
    const ways = corners(numbers.map((t) => ranges.get(t) ?? null));
    if (ways === null) return null;
    for (const { at, isDirection } of ways) {
      const vector = added.map(({ parts, constant }) =>
        numbers.reduce((sum, t, k) => sum + (parts.get(t) ?? 0n) * at[k], isDirection ? 0n : constant),
      );
      const whole = [...vector, ...(isDirection ? places_.map(() => 0n) : places_)];
      changes.set(whole.join(), whole);
    }
    if (changes.size > MOST_CHANGES) return null;
  }
  return [...changes.values()];
}

/** The change of a number to which a sum is assigned. */
function change(assigned: Sum | undefined, t: Term): Sum {
  return assigned === undefined ? { parts: new Map(), constant: 0n } : added(assigned, number(t), -1n);
}

function number(t: Term): Sum {
  return { parts: new Map([[t, 1n]]), constant: 0n };
}

/** The corners of a box, and the directions in which it has no end; null if there are too many. */
function corners(
  ranges: readonly (Interval | null)[],
): readonly { readonly at: Vector; readonly isDirection: boolean }[] | null {
  const directions: { at: Vector; isDirection: boolean }[] = [];
  let points: Vector[] = [[]];
  for (const [k, range] of ranges.entries()) {
    const { least, most } = range ?? { least: -LARGE, most: LARGE };
    const [below, above] = [least > -LARGE ? least : null, most < LARGE ? most : null];
    const towards = (x: bigint): number =>
      directions.push({ at: ranges.map((_, i) => (i === k ? x : 0n)), isDirection: true });
    if (above === null) towards(1n);
    if (below === null) towards(-1n);
    const ends = [...new Set([below, above])].filter((x) => x !== null);
    points = points.flatMap((point) => (ends.length === 0 ? [0n] : ends).map((x) => [...point, x]));
    if (points.length > 1 << MOST_RANGES) return null;
  }
  return [...points.map((at) => ({ at, isDirection: false })), ...directions];
}

/** The offset of a sum at a place; the first place has none. */
function potential({ places }: Cycle, group: readonly Term[], ray: Vector, place: number): bigint {
  const i = places.indexOf(place);
  return i === 0 ? 0n : ray[group.length + i - 1];
}

/**
 * Bounds of a sum where the cycle is entered, as sums over variables that the cycle keeps: each holds on every way
 * into it.
 */
function boundsAtEntry(
  cycle: Cycle,
  group: readonly Term[],
  ray: Vector,
  isKept: (t: Term) => boolean,
): readonly Sum[] {
  const [first, ...others] = cycle.entering.map((step) =>
    atEntry(step, group, ray, isKept).map(({ parts, constant }) => ({
      parts,
      constant: constant + potential(cycle, group, ray, step.to),
    })),
  );
  return (first ?? []).flatMap((bound): readonly Sum[] => {
    const same = others.map((of) => of.find(({ parts }) => isSame(parts, bound.parts)));
    const constants = same.map((of) => of?.constant ?? null);
    if (constants.includes(null)) return [];
    const constant = constants.reduce((most, c) => (c !== null && c > (most ?? c) ? c : most), bound.constant);
    return [{ parts: bound.parts, constant: constant ?? bound.constant }];
  });
}

/** Bounds of a sum behind a step: from the values alone, and by way of each guard. */
function atEntry(
  { assigned, guards, ranges }: SumStep,
  group: readonly Term[],
  ray: Vector,
  isKept: (t: Term) => boolean,
): readonly Sum[] {
  const whole = group.reduce<Sum>((sum, t, k) => added(sum, assigned.get(t) ?? number(t), ray[k]), {
    parts: new Map(),
    constant: 0n,
  });
  const copies = new Map<Term, Term>();
  for (const [t, { parts, constant }] of assigned) {
    const [[part, factor] = [t, 0n], ...others] = parts;
    if (isKept(t) && factor === 1n && constant === 0n && others.length === 0) copies.set(part, t);
  }
  /** The variable that keeps a number in the cycle. */
  const keeper = (t: Term): Term | null => (isKept(t) && !assigned.has(t) ? t : (copies.get(t) ?? null));
  const moving = [...whole.parts].filter(([t]) => keeper(t) === null);
  // The sum is at most itself less a multiple of what is at most 0: one that leaves out a number.
  const byGuards = guards.flatMap((guard) =>
    moving.flatMap(([t, factor]) => {
      const there = guard.parts.get(t) ?? 0n;
      const times = there !== 0n && factor % there === 0n ? factor / there : 0n;
      return times > 0n ? [added(whole, guard, -times)] : [];
    }),
  );
  const bounds = [whole, ...byGuards].flatMap(({ parts, constant }) => {
    const kept = new Map<Term, bigint>();
    let most: bigint | null = constant;
    for (const [t, factor] of parts) {
      const by = keeper(t);
      const top = by === null ? topOf(ranges.get(t), factor) : 0n;
      if (by !== null) kept.set(by, (kept.get(by) ?? 0n) + factor);
      most = most === null || top === null ? null : most + top;
    }
    return most === null ? [] : [{ parts: kept, constant: most }];
  });
  const best = bounds.filter((one, i) =>
    bounds.every((other, j) => {
      const isBetter = other.constant < one.constant || (other.constant === one.constant && j < i);
      return !isBetter || !isSame(one.parts, other.parts);
    }),
  );
  // Sums that know more of the variables come first.
  return best.sort((a, b) => b.parts.size - a.parts.size).slice(0, MOST_BOUNDS);
}

/** The most that a multiple of a number is; null for numbers of a large range. */
function topOf(range: Interval | undefined, factor: bigint): bigint | null {
  if (range === undefined || range.most - range.least > LARGE) return null;
  return factor * (factor > 0n ? range.most : range.least);
}

function isSame(a: ReadonlyMap<Term, bigint>, b: ReadonlyMap<Term, bigint>): boolean {
  return a.size === b.size && [...a].every(([t, factor]) => b.get(t) === factor);
}
