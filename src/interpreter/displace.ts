import { rewrap, type Wide, wrapUnsigned } from '../base/wide.ts';
import type { Program } from '../program/cfa/automaton.ts';

/** How pointers of a program move. */
export interface Moves {
  /** Size of a pointer in bytes. */
  readonly pointerSize: 4 | 8;
  /**
   * The distance that stands for products beyond the range of distances, cut to a number of elements. It
   * leads to no object. Null where no accesses are watched: such a product wraps around.
   */
  readonly far: bigint | null;
}

const FAR = { 4: -0x61c88647n, 8: -0x61c8864680b583ebn } as const;

export function movesOf({ dataModel, watched }: Program): Moves {
  const pointerSize = dataModel === 'LP64' ? 8 : 4;
  return { pointerSize, far: watched.includes('deref') ? FAR[pointerSize] : null };
}

/**
 * Returns `address + index * step` as a pointer of the target. An unsigned index of the size of pointers
 * may be a negative number.
 */
export function displace(address: Wide, index: Wide, step: number, { pointerSize, far }: Moves): Wide {
  if (typeof address === 'number' && typeof index === 'number') {
    const sum = address + index * step;
    if (sum >= 0 && sum < 4294967296) return sum;
    if (pointerSize === 8 && Number.isSafeInteger(sum)) return rewrap(sum, false);
  }
  const bits = 8 * pointerSize;
  const exact = BigInt(index);
  const isIndex = exact >= -(1n << BigInt(bits - 1)) && exact < 1n << BigInt(bits);
  const distance = BigInt.asIntN(bits, exact) * BigInt(step);
  const isDistance = isIndex && distance === BigInt.asIntN(bits, distance);
  const sum = BigInt(address) + (isDistance || far === null ? distance : far - (far % BigInt(step === 0 ? 1 : step)));
  return pointerSize === 4 ? Number(BigInt.asUintN(32, sum)) : wrapUnsigned(sum);
}
