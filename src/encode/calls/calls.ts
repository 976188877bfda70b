import { CONSTRUCT } from '../../cfa/constructs.ts';
import type { LinkedOperation } from '../../cfa/linked.ts';
import type { Term } from '../../terms/builder.ts';
import { NO_TERM } from '../../terms/builder.ts';
import type { Execution } from '../execution.ts';
import { load, storeResult } from '../memory/access.ts';
import { endAutomatics, endInstances } from '../memory/lifetime-end.ts';
import { COUNTER_BITS } from '../memory/objects.ts';
import { objectReference, resolve } from '../memory/places.ts';
import { passSurplus } from '../values/varargs.ts';
import { isRecursive, restoreActivation, saveActivation } from './recursion.ts';

type Enter = LinkedOperation & { readonly kind: 'enter' };
type Leave = LinkedOperation & { readonly kind: 'leave' };

/**
 * Passes from the caller into the called function's context: the parameters get their values.
 * Parameters that an old-style call leaves out are indeterminate. C11 6.5.2.2p6 leaves such a call
 * undefined; GCC's function reads whatever lies there.
 */
export function enter(x: Execution, { into, arguments: args, call }: Enter): void {
  const { objects, linked } = x.encoding;
  const { parameters } = linked.contexts[into].function;
  const values = args.map((argument) => (argument.type.kind === 'void' ? [] : x.evaluate.cells(x, argument)));
  if (values.length < parameters.length) x.undefinedWhen(x.terms.true, CONSTRUCT.arguments);
  if (isRecursive(x, into)) {
    saveActivation(x);
    endObjects(x, x.context);
  }
  parameters.forEach((parameter, i) => {
    const object = objects.variable(parameter, into);
    const value = values[i];
    if (value === undefined || object.family !== null) x.declare(object);
    if (value !== undefined) storeResult(x, objectReference(x, object), value);
  });
  passSurplus(x, into, values);
  if (call !== null) keepCall(x, into, call);
}

/**
 * Returns to the caller. The activation's objects end here, as their remains would burden every later
 * state.
 */
export function leave(x: Execution, { from, result, call }: Leave): void {
  const { objects, linked } = x.encoding;
  const { function: fn } = linked.contexts[from];
  const cells = result === null ? [] : load(x, objectReference(x, objects.returnSlot(from, fn)));
  endInstances(x, from);
  endObjects(x, from);
  endAutomatics(x, from, cells);
  if (call !== null) keepCall(x, from, 0);
  if (isRecursive(x, from)) restoreActivation(x);
  if (result !== null) storeResult(x, resolve(x, result), cells);
}

/** Whether this call entered the running activation of a function that is laid out once. */
export function returnsTo(x: Execution, context: number, call: number): Term {
  const { objects, linked } = x.encoding;
  const number = objects.callNumber(context, linked.contexts[context].function);
  return x.terms.eq(x.read(number.base), x.terms.bv(COUNTER_BITS, call));
}

function keepCall(x: Execution, context: number, call: number): void {
  const { objects, linked } = x.encoding;
  const number = objects.callNumber(context, linked.contexts[context].function);
  x.write(number.base, x.terms.bv(COUNTER_BITS, call));
}

/** Ends the activation's objects. Families may stay: each activation has its own instances. */
function endObjects(x: Execution, context: number): void {
  for (const object of x.encoding.objects.inContext(context)) {
    if (object.family !== null) continue;
    for (let c = 0; c < object.cells.length; c++) x.write(object.base + c, NO_TERM);
  }
}
