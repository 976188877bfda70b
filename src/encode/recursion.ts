import type { Term } from '../smt/builder.ts';
import type { Execution } from './execution.ts';
import { COUNTER_BITS, type MemoryObject } from './objects.ts';

/**
 * Recursive functions are laid out once as well, and their variables hold the values of the running activation. A call within a set of
 * functions that call each other puts what the caller needs afterwards on a stack (an array for each cell, indexed by the number of
 * such calls that are active) and its return takes it back. A run with more than 2^32 of them has no meaning here; no machine has it.
 */

/** Whether a call from the current context into another is one after which the caller's variables may be those of another activation. */
export function isRecursive(x: Execution, into: number): boolean {
  const { contexts } = x.encoding.linked;
  const { recursion } = contexts[x.context];
  return recursion !== null && recursion === contexts[into].recursion;
}

/** Before a recursive call. */
export function saveActivation(x: Execution): void {
  const { fixed, variables } = keptObjects(x);
  if (fixed !== null) x.gap(`recursive call while the local variable ${fixed} has an address`);
  const depth = depthOf(x);
  const level = x.read(depth.base);
  for (const object of variables) {
    const stack = x.encoding.objects.stack(object);
    object.cells.forEach((_, c) => {
      x.write(stack.base + c, x.terms.store(x.read(stack.base + c), level, x.read(object.base + c)));
    });
  }
  x.write(depth.base, x.terms.add(level, one(x)));
}

/** After a recursive call. */
export function restoreActivation(x: Execution): void {
  const depth = depthOf(x);
  const level = x.terms.sub(x.read(depth.base), one(x));
  x.write(depth.base, level);
  for (const object of keptObjects(x).variables) {
    const stack = x.encoding.objects.stack(object);
    object.cells.forEach((_, c) => {
      x.write(object.base + c, x.terms.select(x.read(stack.base + c), level));
    });
  }
}

/** What the current context needs after the current call; `fixed`: a variable among it that has to stay where it is. */
function keptObjects(x: Execution): { readonly fixed: string | null; readonly variables: readonly MemoryObject[] } {
  const { objects, linked, lifetimes } = x.encoding;
  const { context, edge } = x;
  if (edge === null) return { fixed: null, variables: [] };
  const { variables, fixed } = lifetimes.acrossCall(linked.contexts[context].function, edge.edge);
  const kept = variables.map((variable) => objects.variable(variable, context));
  return { fixed: fixed?.name ?? null, variables: [...kept, objects.callNumber(context, linked.contexts[context].function)] };
}

/** How many activations lie on the stack. */
function depthOf(x: Execution): MemoryObject {
  const { objects, linked } = x.encoding;
  const { recursion, function: fn } = linked.contexts[x.context];
  return objects.counter(`d${recursion}`, `${fn.name}@depth`);
}

function one(x: Execution): Term {
  return x.terms.bv(COUNTER_BITS, 1);
}
