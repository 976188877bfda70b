import { gcd } from '../../base/gcd.ts';

/** A vector of integers. */
export type Vector = readonly bigint[];

/** Most rays at any time. */
const MOST_RAYS = 64;

/** A ray, and which of the given vectors, by index, it is orthogonal to. */
interface Ray {
  readonly vector: Vector;
  readonly tight: bigint;
}

/**
 * Vectors that generate the cone of all `a` with `a * g <= 0` for each given `g`. These are its extreme rays, and
 * both directions of what is orthogonal to all. It is the double description method: each `g` cuts the cone so
 * far (Fukuda, Prodon, Double Description Method Revisited, 1996). Null if there are too many rays.
 *
 * Steps that add (1, 0) or (1, 2) have the rays (-2, 1) and (0, -1): `y - 2 * x` and `-y` never grow.
 */
export function dualCone(given: readonly Vector[]): readonly Vector[] | null {
  const size = given[0]?.length ?? 0;
  /** A basis of what is orthogonal to the vectors so far. */
  let beside: readonly Vector[] = Array.from({ length: size }, (_, i) => unit(size, i));
  let rays: readonly Ray[] = [];
  for (const [index, g] of given.entries()) {
    const bit = 1n << BigInt(index);
    const leaving = beside.find((l) => product(l, g) !== 0n);
    if (leaving !== undefined) {
      const inside = product(leaving, g) < 0n ? leaving : leaving.map((x) => -x);
      const flat = (vector: Vector): Vector => combined(vector, inside, g);
      beside = beside.filter((l) => l !== leaving).map(flat);
      rays = [
        ...rays.map(({ vector, tight }) => ({ vector: flat(vector), tight: tight | bit })),
        { vector: inside, tight: bit - 1n },
      ];
      continue;
    }
    const cut = cutBy(rays, g, bit);
    if (cut.length > MOST_RAYS) return null;
    rays = cut;
  }
  return [...rays.map(({ vector }) => vector), ...beside, ...beside.map((l) => l.map((x) => -x))];
}

export function product(a: Vector, b: Vector): bigint {
  return a.reduce((sum, x, i) => sum + x * b[i], 0n);
}

/** The rays within `a * g <= 0`: those that are there, and one on each face between one inside and one outside. */
function cutBy(rays: readonly Ray[], g: Vector, bit: bigint): readonly Ray[] {
  const sides = rays.map((ray) => ({ ray, side: product(ray.vector, g) }));
  const kept = sides.flatMap(({ ray, side }) =>
    side > 0n ? [] : [side === 0n ? { ...ray, tight: ray.tight | bit } : ray],
  );
  const outside = sides.filter(({ side }) => side > 0n);
  const inside = sides.filter(({ side }) => side < 0n);
  const between = outside.flatMap(({ ray: out }) =>
    inside.flatMap(({ ray: within }): readonly Ray[] => {
      const both = out.tight & within.tight;
      const isFace = rays.every((other) => other === out || other === within || (other.tight & both) !== both);
      return isFace ? [{ vector: combined(out.vector, within.vector, g), tight: both | bit }] : [];
    }),
  );
  return [...kept, ...between];
}

/** The positive combination of a vector with one inside of `a * g < 0` that is orthogonal to `g`. */
function combined(vector: Vector, inside: Vector, g: Vector): Vector {
  const [own, other] = [product(vector, g), product(inside, g)];
  return primitive(vector.map((x, i) => inside[i] * own - x * other));
}

function primitive(vector: Vector): Vector {
  const divisor = vector.reduce(gcd, 0n);
  return divisor === 0n ? vector : vector.map((x) => x / divisor);
}

function unit(size: number, one: number): Vector {
  return Array.from({ length: size }, (_, i) => (i === one ? 1n : 0n));
}
