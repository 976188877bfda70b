import type { BitLiteral } from '../../methods/frames/bit-system.ts';

/** A conjunction of literals over the state, in ascending order. */
export type BitCube = readonly BitLiteral[];

/**
 * A set of 32 bits with one for each literal. If it is not a subset of another cube's set, this cube
 * is not a subset of that cube.
 */
export function signatureOf(cube: BitCube): number {
  let signature = 0;
  for (const literal of cube) signature |= 1 << (Math.imul(literal, 0x9e3779b1) >>> 27);
  return signature;
}

/** True if all literals of `part` are in `whole`; both are ascending. */
export function isPart(part: BitCube, whole: BitCube): boolean {
  if (part.length > whole.length) return false;
  let i = 0;
  for (const literal of part) {
    while (i < whole.length && whole[i] < literal) i += 1;
    if (i === whole.length || whole[i] !== literal) return false;
    i += 1;
  }
  return true;
}

/** The level of clauses that hold in every reachable state. */
export const ALWAYS = Number.POSITIVE_INFINITY;

/** The clause "no run of at most `level` steps reaches a state of the cube". */
export interface Clause {
  level: number;
  readonly cube: BitCube;
  readonly signature: number;
}
