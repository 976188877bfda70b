import type { Term } from '../../logic/terms/builder.ts';

/** A formula for the state at a place of a path. Places with equal locations are one place of the program. */
export interface PlacedLabel<L> {
  readonly location: L;
  readonly label: Term;
}

/**
 * The invariant that a sequence suggests for the path program. The path program has the statements of a
 * path and joins its places at a location ([CVN17] Sect. 7.1). The invariant there is the label that all
 * others at the location imply. `implies` returns null if it is not decided. Null: some location has no
 * such label; undefined: a query is not decided.
 */
export function pathInvariant<L>(
  labels: Iterable<PlacedLabel<L>>,
  implies: (location: L, a: Term, b: Term) => boolean | null,
): ReadonlyMap<L, Term> | null | undefined {
  const found = new Map<L, Term>();
  for (const { location, label } of labels) {
    const known = found.get(location) ?? label;
    const isStronger = known === label || implies(location, label, known);
    if (isStronger === true) {
      found.set(location, known);
      continue;
    }
    const isWeaker = implies(location, known, label);
    if (isWeaker !== true) return isStronger === false && isWeaker === false ? null : undefined;
    found.set(location, label);
  }
  return found;
}
