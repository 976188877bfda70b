import type { Term } from '../../smt/builder.ts';
import type { Execution } from '../execution.ts';
import { COUNTER_BITS, type MemoryObject } from '../memory/objects.ts';

/**
 * Recursive functions are laid out once as well, and their variables hold the values of the running activation. A call within a set of
 * functions that call each other puts what the caller needs afterwards on a stack (an array for each cell, indexed by the number of
 * such calls that are active) and its return takes it back. Of variables that must stay where they are there are many instances
 * (instanced.ts), and the stack keeps which one it was. A run with more than 2^32 of them has no meaning here; no machine has it.
 */

/** Whether a call from the current context into another is one after which the caller's variables may be those of another activation. */
export function isRecursive(x: Execution, into: number): boolean {
  const { contexts } = x.encoding.linked;
  const { recursion } = contexts[x.context];
  return recursion !== null && recursion === contexts[into].recursion;
}

/** Before a recursive call. */
export function saveActivation(x: Execution): void {
  const depth = depthOf(x);
  const level = x.read(depth.base);
  for (const object of keptObjects(x)) {
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
  for (const object of keptObjects(x)) {
    const stack = x.encoding.objects.stack(object);
    object.cells.forEach((_, c) => {
      x.write(object.base + c, x.terms.select(x.read(stack.base + c), level));
    });
  }
}

/** What the current context needs after the current call. */
function keptObjects(x: Execution): readonly MemoryObject[] {
  const { objects, linked, lifetimes } = x.encoding;
  const { context, edge } = x;
  const fn = linked.contexts[context].function;
  const variables = edge === null ? [] : lifetimes.acrossCall(fn, edge.edge);
  const kept = variables.map((variable) => {
    const object = objects.variable(variable, context);
    return object.family?.counter ?? object;
  });
  return [...kept, objects.callNumber(context, fn)];
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
