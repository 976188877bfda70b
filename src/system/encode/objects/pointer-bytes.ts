import { gcd } from '../../../base/gcd.ts';
import { type Congruence, joinCongruence, mod } from '../../offsets/congruence.ts';
import { joinTargets, type Targets } from '../../offsets/facts.ts';

/**
 * Pointers among bytes. A pointer there is the number of its object above its offset. C shows its address
 * instead, which a read of those bytes as another type computes. The encoding therefore records at which
 * offsets of which objects pointers were stored, and to which targets.
 */
export interface PointerBytes {
  readonly places: readonly Congruence[];
  readonly targets: Targets;
  /** Offsets that the pointers have in their target objects, in bytes; null if there are no pointers. */
  readonly distances: Congruence | null;
}

export const NO_POINTERS: PointerBytes = { places: [], targets: new Set(), distances: null };

/** Limit of the classes of offsets in one object that are distinguished. */
const MAX_CLASSES = 16;

/** Joins two descriptions of pointers among bytes. */
export function joinPointerBytes(a: PointerBytes, b: PointerBytes): PointerBytes {
  if (a === b || b.places.length === 0) return a;
  if (a.places.length === 0) return b;
  const more = b.places.filter((place) => !isCovered(a.places, place));
  const targets = joinTargets(a.targets, b.targets);
  const distances = joinDistances(a.distances, b.distances);
  if (more.length === 0 && targets === a.targets && distances === a.distances) return a;
  const places =
    a.places.length + more.length > MAX_CLASSES
      ? [[...a.places, ...more].reduce(joinCongruence)]
      : [...a.places, ...more];
  return { places, targets, distances };
}

function joinDistances(a: Congruence | null, b: Congruence | null): Congruence | null {
  if (a === null || b === null) return a ?? b;
  const { modulus, residue } = joinCongruence(a, b);
  return modulus === a.modulus && residue === a.residue ? a : { modulus, residue };
}

/** Whether one of the classes `places` contains all offsets of the given class. */
function isCovered(places: readonly Congruence[], { modulus, residue }: Congruence): boolean {
  return places.some(
    (place) => gcd(place.modulus, modulus) === place.modulus && mod(residue - place.residue, place.modulus) === 0n,
  );
}
