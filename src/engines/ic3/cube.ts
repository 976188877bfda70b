import type { BitLiteral } from './bit-system.ts';

/** A conjunction of literals over the state, ascending. */
export type BitCube = readonly BitLiteral[];

/** A set of 32 that has a member for each literal: what is no part of it cannot be part of the cube. */
export function signatureOf(cube: BitCube): number {
  let signature = 0;
  for (const literal of cube) signature |= 1 << (Math.imul(literal, 0x9e3779b1) >>> 27);
  return signature;
}

/** Whether all literals of `part` are in `whole`; both ascending. */
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
