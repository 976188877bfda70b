import type { Entrant, Plan, Slice } from './plan.ts';

/** One of several machines that verify the same at the same time. */
export interface Machine {
  /** From 0. */
  readonly index: number;
  readonly of: number;
}

/**
 * Returns the part of a schedule that falls to a machine. Engines are dealt out in the order of their first slices, one to each
 * machine in turn. So the most promising ones begin at once, on different machines. A machine begins with all slices of its own
 * engines; those of the others come behind them, its successor's first. So every engine takes part everywhere, and an answer
 * that needs lemmas of several is found wherever they meet. The same for the same machine every time.
 */
export function dealt({ entrants, slices }: Plan, { index, of }: Machine): Plan {
  if (of === 1 || entrants.length === 0) return { entrants, slices };
  // More machines than engines: the later ones begin as the first ones do, with another seed.
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
