import type { Term } from '../../../logic/terms/builder.ts';
import type { Execution } from '../machine/execution.ts';
import { COUNTER_BITS, type MemoryObject } from '../objects/object.ts';

/**
 * Recursive functions are laid out once as well, and their variables hold the values of the running
 * activation. A call within a set of mutually recursive functions puts the values that the caller
 * needs later on a stack. The stack is an array for each cell, indexed by the number of such calls
 * that are active. The return takes the values back.
 *
 * Variables that must stay where they are have many instances (instanced.ts), and the stack keeps the
 * instance's number. A run with more than 2^32 active calls has no meaning here; no machine has room
 * for it.
 */

/**
 * Whether a call from the current context into another may return to the variables of another
 * activation.
 */
export function isRecursive(x: Execution, into: number): boolean {
  const { contexts } = x.plan.linked;
  const { recursion } = contexts[x.context];
  return recursion !== null && recursion === contexts[into].recursion;
}

/** Saves the caller's values before a recursive call. */
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

/** Restores the caller's values after a recursive call. */
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

/** Returns the objects that the current context needs after the current call. */
function keptObjects(x: Execution): readonly MemoryObject[] {
  const { objects } = x.encoding;
  const { linked, lifetimes } = x.plan;
  const { context, edge } = x;
  const fn = linked.contexts[context].function;
  const variables = edge === null ? [] : lifetimes.acrossCall(fn, edge.edge);
  const kept = variables.map((variable) => {
    const object = objects.variable(variable, context);
    return object.family?.counter ?? object;
  });
  return [...kept, objects.callNumber(context, fn)];
}

/** The object that counts the activations on the stack. */
function depthOf(x: Execution): MemoryObject {
  const { objects } = x.encoding;
  const { linked } = x.plan;
  const { recursion, function: fn } = linked.contexts[x.context];
  return objects.hidden.counter(`d${recursion}`, `${fn.name}@depth`);
}

function one(x: Execution): Term {
  return x.terms.bv(COUNTER_BITS, 1);
}
