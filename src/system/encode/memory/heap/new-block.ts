import type { CType } from '../../../../c/types/types.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import type { Expr, Place } from '../../../../program/cfa/automaton.ts';
import type { LinkedEdge } from '../../../../program/cfa/linked.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import { heapKey, type MemoryObject } from '../../objects/object.ts';
import type { Allocator } from '../../plan/allocators.ts';
import { type HeapPlan, makePlan } from '../../plan/heap-plan.ts';
import { beginExtent } from '../lifetimes/extents.ts';
import { countWithNext } from '../lifetimes/instances.ts';
import { beginBlock } from '../lifetimes/lifetime-end.ts';
import { noteMade } from '../lifetimes/live-blocks.ts';
import { store, storeResult } from '../places/access.ts';
import { pointerReference, resolve } from '../places/places.ts';
import { isLong, stepOf } from '../pointers/lengths.ts';
import { pointerTo, widened } from '../pointers/pointer-arithmetic.ts';
import { fillUninitialised } from './heap-content.ts';

/**
 * Returns a pointer to a new object for the call on the edge. `counted`: when it counts as a live
 * block; null for none.
 */
export function makeBlock(
  x: Execution,
  name: string,
  size: Term | null,
  zeroed: boolean,
  result: Place,
  edge: LinkedEdge,
  counted: Term | null,
  extent: Term = size ?? x.offset(0),
): Pointer {
  const { terms, encoding } = x;
  const bytes = size !== null && terms.isBv(size) ? terms.constValue(size) : null;
  const many = x.plan.cuts.onCycle[edge.id] === 1;
  const family = encoding.revisions.familyOf(edge.id);
  const plan = encoding.revisions.heapPlan(
    heapKey(family),
    makePlan(x.plan.shapes, bytes, stepOf(x, extent), pointedTo(x, result), {
      isLong: isLong(x, extent),
      many,
      zeroed,
    }),
  );
  const object = encoding.objects.heap(family, plan, x.at);
  const pointer = pointerTo(x, object);
  beginBlock(x, object);
  if (counted !== null) noteMade(x, object, counted);
  beginExtent(x, object, extent);
  if (object.family === null) fill(x, name, object, plan);
  else {
    x.write(object.family.counter.base, countWithNext(x, object.family));
  }
  if (zeroed && !plan.zeroed && size !== null) clearStart(x, pointer, plan, size);
  return pointer;
}

/** Limit of the elements that are cleared one by one, if their number is a constant. */
const MAX_CLEARED = 1024;
/** The same limit for an unknown number of elements. */
const MAX_PERHAPS_CLEARED = 64;

/** Clears as many bytes as calloc was asked for, in a block that may grow. */
function clearStart(x: Execution, { object, offset }: Pointer, { element }: HeapPlan, bytes: Term): void {
  const { terms, encoding } = x;
  const unit = x.plan.shapes.sizeOf(element);
  const most = terms.isBv(bytes) ? Math.min(MAX_CLEARED, Number(terms.constValue(bytes)) / unit) : MAX_PERHAPS_CLEARED;
  x.gap('realloc of much memory from calloc', terms.ult(x.offset(Math.floor(most) * unit), bytes));
  const zeros = x.plan.shapes.of(element).cells.map(({ sort }) => encoding.zero(sort));
  for (let i = 0; i < most; i++) {
    const at = { object, offset: terms.add(offset, x.offset(i * unit)) };
    store(x, pointerReference(at, element), zeros, terms.ult(x.offset(i * unit), bytes), terms.bv(8, 0));
  }
}

function fill(x: Execution, name: string, object: MemoryObject, plan: HeapPlan): void {
  if (!plan.zeroed) fillUninitialised(x, name, object);
  else
    object.cells.forEach(({ sort }, c) => {
      x.write(object.base + c, x.encoding.zero(sort));
    });
}

/** Returns the type that the result points to, or to which it is converted right after the call. */
function pointedTo(x: Execution, result: Place): CType | null {
  if (result.type.kind === 'pointer' && result.type.target.kind !== 'void') return result.type.target;
  if (result.kind !== 'variable') return null;
  const { edges } = x.plan.linked.contexts[x.context].function;
  const start = x.edge?.edge.id ?? 0;
  for (let i = start; i < Math.min(edges.length, start + 20); i++) {
    const { op } = edges[i];
    if (op.kind !== 'assign' && op.kind !== 'return') continue;
    let expr = op.value;
    while (expr !== null && expr.kind === 'convert') {
      const { operand } = expr;
      if (
        operand.kind === 'load' &&
        operand.place.kind === 'variable' &&
        operand.place.variable.id === result.variable.id
      ) {
        return expr.type.kind === 'pointer' && expr.type.target.kind !== 'void' ? expr.type.target : null;
      }
      expr = operand;
    }
  }
  return null;
}

/** Stores the pointer that the allocation returns. */
export function returnPointer(x: Execution, result: Place, { object, offset }: Pointer): void {
  storeResult(x, resolve(x, result), [object, offset]);
}

/** Returns the numbers whose product is the size in bytes; null if the call does not give them. */
export function sizeFactors(x: Execution, { size }: Allocator, args: readonly Expr[]): readonly Term[] | null {
  const factors: Term[] = [];
  for (const position of size) {
    const argument = args[position];
    if (argument === undefined || (argument.type.kind !== 'integer' && argument.type.kind !== 'enum')) return null;
    factors.push(widened(x, argument, x.plan.pointers.offsetWidth));
  }
  return factors;
}

/** Returns the size in bytes, cut to the width of the factors. */
export function product({ terms }: Execution, factors: readonly Term[]): Term {
  return factors.reduce((a, b) => terms.mul(a, b));
}
