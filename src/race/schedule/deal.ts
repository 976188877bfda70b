import type { Entrant, Plan, Slice } from './plan.ts';

/** One of several machines that verify the same program at the same time. */
export interface Machine {
  /** Index from 0. */
  readonly index: number;
  readonly of: number;
}

/**
 * Returns a machine's part of a schedule. Engines are dealt out in the order of their first slices,
 * one to each machine in turn. The most promising engines therefore begin at once, on different
 * machines. A machine begins with all slices of its own engines; those of the others follow, its
 * successor's first. Every engine therefore takes part everywhere, and an answer that needs lemmas of
 * several engines can be found on each machine. The result is deterministic.
 */
export function dealt({ entrants, slices }: Plan, { index, of }: Machine): Plan {
  if (of === 1 || entrants.length === 0) return { entrants, slices };
  // If there are more machines than engines, the later ones begin like the first ones, with another seed.
  const hands = Math.min(of, entrants.length);
  const places = new Map(entrants.map(({ id }, place) => [id, place % hands]));
  const distance = (id: string): number => ((places.get(id) ?? 0) - (index % hands) + hands) % hands;
  const byDistance = <T>(items: readonly T[], idOf: (item: T) => string): readonly T[] =>
    Array.from({ length: hands }, (_, away) => items.filter((item) => distance(idOf(item)) === away)).flat();
  return {
    entrants: byDistance<Entrant>(entrants, ({ id }) => id),
    slices: byDistance<Slice>(slices, ({ engine }) => engine),
  };
}
