import type { AutomatonFunction, Expr, Place } from '../../../../program/cfa/automaton.ts';
import type { LinkedEdge } from '../../../../program/cfa/linked.ts';
import type { Execution } from '../../machine/execution.ts';
import { contest } from '../../machine/faults.ts';
import { ALLOCATORS, MALLOC } from '../../plan/allocators.ts';
import { noteDropped } from '../lifetimes/live-blocks.ts';
import { alignBlock } from '../pointers/addresses.ts';
import { widened } from '../pointers/pointer-arithmetic.ts';
import { choosePointer, nullPointer } from '../pointers/pointers.ts';
import { alignmentFails, allocationFails } from './allocation-failures.ts';
import { makeBlock, product, returnPointer, sizeFactors } from './new-block.ts';
import { reallocate } from './reallocation.ts';

/**
 * Encodes an allocation. A call outside all loops happens at most once and makes a single object. A
 * call in a loop makes a family with numbered instances. Each block is an object of its own;
 * ended-objects.ts handles memory that is used again.
 */
export function allocate(
  x: Execution,
  fn: AutomatonFunction,
  args: readonly Expr[],
  result: Place | null,
  edge: LinkedEdge,
): boolean {
  const allocator = ALLOCATORS.get(fn.name);
  if (allocator === undefined) return false;
  if (fn.name.endsWith('realloc')) return reallocate(x, allocator, fn.name, args, result, edge);
  const factors = sizeFactors(x, allocator, args);
  if (factors === null) return false;
  const { alignment } = allocator;
  const aligned = alignment === undefined ? null : widened(x, args[alignment], x.plan.pointers.offsetWidth);
  const tooLarge = allocationFails(x, fn.name, factors);
  const fails = aligned === null ? tooLarge : x.terms.or(tooLarge, alignmentFails(x, fn.name, aligned));
  const counts = !fn.name.endsWith('alloca');
  if (result === null) {
    if (counts) noteDropped(x, x.terms.not(fails));
    return true;
  }
  if (!counts) noteOnStack(x, edge);
  const made = makeBlock(
    x,
    fn.name,
    product(x, factors),
    allocator.zeroed,
    result,
    edge,
    counts ? x.terms.not(fails) : null,
  );
  if (aligned !== null) x.under(x.terms.not(fails), () => alignBlock(x, made, aligned));
  returnPointer(x, result, choosePointer(x, fails, nullPointer(x), made));
  return true;
}

/**
 * Encodes `alloca(size)`, or with an alignment in bits. Its end with its function counts only in
 * programs that watch for invalid accesses.
 */
export function allocateOnStack(x: Execution, args: readonly Expr[], result: Place | null, edge: LinkedEdge): boolean {
  const factors = sizeFactors(x, MALLOC, args);
  if (factors === null) return false;
  if (result === null) return true;
  noteOnStack(x, edge);
  const made = makeBlock(x, 'alloca', product(x, factors), false, result, edge, null);
  if (args.length > 1) {
    const alignment = x.terms.lshr(widened(x, args[1], x.plan.pointers.offsetWidth), x.offset(3));
    // Other blocks have at least malloc's alignment.
    x.gap('alloca of small alignment', x.terms.ult(alignment, x.offset(2 * x.plan.layout.pointerSize)));
    alignBlock(x, made, alignment);
  }
  returnPointer(x, result, made);
  return true;
}

function noteOnStack(x: Execution, edge: LinkedEdge): void {
  const { encoding } = x;
  encoding.stackAllocations.add(edge.id);
  // The end of one activation would end the blocks of the others.
  if (x.plan.linked.contexts[edge.context].recursion !== null)
    contest(x, 'deref', 'alloca in a function that calls itself');
}
