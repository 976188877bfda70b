import type { Units } from './region.ts';

/** Limit of the evaluations in all orders of one expression, with those of the expressions around it. */
export const MOST_EVALUATIONS = 32;
/** The evaluations in both orders of two units. */
export const LEAST_EVALUATIONS = 4;

/** A moment of an evaluation, by the units that are done, as a bit set. */
export interface Moment {
  readonly done: number;
  /** The units that may come next. The first one is GCC's. */
  readonly next: readonly number[];
}

/**
 * The moments of all orders that may differ in their result, earlier ones first; null: they are too many. Orders of
 * units without a conflict do not differ: a moment leads on with one set of units that the others cannot
 * disturb (persistent sets, Godefroid). `most`: limit of their evaluations, below 32.
 */
export function momentsOf({ units }: Pick<Units, 'units'>, most: number): readonly Moment[] | null {
  if (units.length > most) return null;
  const whole = 2 ** units.length - 1;
  const found: Moment[] = [];
  const known = new Set([0]);
  let evaluations = 0;
  for (const done of known) {
    if (done === whole) continue;
    const next = nextOf(units, done);
    evaluations += next.length;
    if (evaluations > most) return null;
    found.push({ done, next });
    for (const unit of next) known.add(done | (1 << unit));
  }
  return found;
}

/** The units that may come next, of those that conflicts or nesting connect with the first one. */
function nextOf(units: Units['units'], done: number): readonly number[] {
  const isLeft = (unit: number): boolean => (done & (1 << unit)) === 0;
  const first = units.findIndex((_, i) => isLeft(i));
  const connected = new Set([first]);
  for (const unit of connected)
    for (const [other, { inside, conflicts }] of units.entries())
      if (isLeft(other) && (conflicts.has(unit) || inside.includes(unit) || units[unit].inside.includes(other)))
        connected.add(other);
  return [...connected].filter((unit) => !units[unit].inside.some(isLeft)).sort((a, b) => a - b);
}
