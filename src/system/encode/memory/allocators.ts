import type { Term } from '../../../logic/terms/builder.ts';
import type { Expr } from '../../../program/cfa/automaton.ts';
import type { Execution } from '../execution.ts';
import { widened } from './pointer-arithmetic.ts';

/** How a function that allocates memory takes its arguments. */
export interface Allocator {
  /** Positions of the arguments whose product is the size in bytes. */
  readonly size: readonly number[];
  readonly zeroed: boolean;
  /** Position of the alignment, in bytes. */
  readonly alignment?: number;
}

export const MALLOC: Allocator = { size: [0], zeroed: false };
const CALLOC: Allocator = { size: [0, 1], zeroed: true };
const REALLOC: Allocator = { size: [1], zeroed: false };
const ALIGNED: Allocator = { ...REALLOC, alignment: 0 };

/** Functions that return a new block of memory, and how they take its size. */
export const ALLOCATORS: ReadonlyMap<string, Allocator> = new Map([
  ['malloc', MALLOC],
  ['__builtin_malloc', MALLOC],
  ['xmalloc', MALLOC],
  ['valloc', MALLOC],
  ['kmalloc', MALLOC],
  ['alloca', MALLOC],
  ['__builtin_alloca', MALLOC],
  ['kzalloc', { size: [0], zeroed: true }],
  ['calloc', CALLOC],
  ['__builtin_calloc', CALLOC],
  ['aligned_alloc', ALIGNED],
  ['memalign', ALIGNED],
  ['realloc', REALLOC],
  ['__builtin_realloc', REALLOC],
]);

/** Returns the numbers whose product is the size in bytes; null if the call does not give them. */
export function sizeFactors(x: Execution, { size }: Allocator, args: readonly Expr[]): readonly Term[] | null {
  const factors: Term[] = [];
  for (const position of size) {
    const argument = args[position];
    if (argument === undefined || (argument.type.kind !== 'integer' && argument.type.kind !== 'enum')) return null;
    factors.push(widened(x, argument, x.encoding.pointers.offsetWidth));
  }
  return factors;
}

/** Returns the size in bytes, cut to the width of the factors. */
export function product({ terms }: Execution, factors: readonly Term[]): Term {
  return factors.reduce((a, b) => terms.mul(a, b));
}
