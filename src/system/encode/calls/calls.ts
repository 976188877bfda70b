import { NO_TERM, type Term } from '../../../logic/terms/builder.ts';
import { CONSTRUCT } from '../../../program/cfa/constructs.ts';
import type { LinkedOperation } from '../../../program/cfa/linked.ts';
import type { Execution, Pointer } from '../machine/execution.ts';
import { contestAccess, faultWhen, watches } from '../machine/faults.ts';
import { leadsTo } from '../memory/lifetimes/instances.ts';
import { endAutomatics, endInstances, endStackBlocks } from '../memory/lifetimes/lifetime-end.ts';
import { anything, load, storeResult } from '../memory/places/access.ts';
import { shapeOf } from '../memory/places/meeting.ts';
import { objectReference, resolve } from '../memory/places/places.ts';
import { COUNTER_BITS } from '../objects/object.ts';
import { INTEGER_OBJECT, NULL_OBJECT, SUMMARY_OBJECT } from '../plan/pointer-format.ts';
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
  const { objects } = x.encoding;
  const { linked } = x.plan;
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
  const { objects } = x.encoding;
  const { linked } = x.plan;
  const { function: fn } = linked.contexts[from];
  const cells = result === null ? [] : load(x, objectReference(x, objects.returnSlot(from, fn)));
  endInstances(x, from);
  endObjects(x, from);
  endAutomatics(x, from, cells);
  endStackBlocks(x, from);
  if (call !== null) keepCall(x, from, 0);
  if (isRecursive(x, from)) restoreActivation(x);
  if (result !== null) storeResult(x, resolve(x, result), cells);
}

/** Whether this call entered the running activation of a function that is laid out once. */
export function returnsTo(x: Execution, context: number, call: number): Term {
  const { objects } = x.encoding;
  const { linked } = x.plan;
  const number = objects.callNumber(context, linked.contexts[context].function);
  return x.terms.eq(x.read(number.base), x.terms.bv(COUNTER_BITS, call));
}

function keepCall(x: Execution, context: number, call: number): void {
  const { objects } = x.encoding;
  const { linked } = x.plan;
  const number = objects.callNumber(context, linked.contexts[context].function);
  x.write(number.base, x.terms.bv(COUNTER_BITS, call));
}

/**
 * Ends the activation's objects. Families may stay: each activation has its own instances. A function that
 * is laid out once returns to many places from one state, which ends once.
 */
function endObjects(x: Execution, context: number): void {
  const before = x.state;
  if (x.ended?.before === before && x.ended.context === context) {
    x.state = x.ended.after;
    return;
  }
  for (const object of x.encoding.objects.inContext(context)) {
    if (object.family !== null) continue;
    for (let c = 0; c < object.cells.length; c++) x.write(object.base + c, NO_TERM);
  }
  x.ended = { before, context, after: x.state };
}

/**
 * Calls through pointers. The linker made a branch for each candidate, and one for all other values of
 * the pointer.
 */

/** Whether the pointer is the address of that function. */
export function isAddressOf(x: Execution, pointer: Pointer, id: number): Term {
  const { terms, encoding } = x;
  const { objectWidth, offsetWidth } = x.plan.pointers;
  const fn = x.plan.linked.program.functions[id];
  if (fn === null || fn === undefined) return terms.false;
  const object = terms.bv(objectWidth, encoding.objects.functionNumber(fn));
  return terms.and(terms.eq(pointer.object, object), terms.eq(pointer.offset, terms.bv(offsetWidth, 0)));
}

/**
 * Encodes a call whose pointer is none of the candidates. A pointer that is null, or leads to an
 * object of the program, has undefined behaviour here. Its meaning is that no function is called and
 * the result is any value; pointers in it lead nowhere. A program that watches accesses ends there at a
 * null pointer. Any other pointer may lead to a function that the linker did not foresee.
 */
export function callUnforeseen(x: Execution, op: LinkedOperation & { kind: 'unknown-callee' }): void {
  const { terms } = x;
  const pointer = x.evaluate.pointer(x, op.pointer);
  const unforeseen = mayBeUnforeseen(x, pointer, op.candidates);
  const nowhere = 'call through a pointer that leads to no function';
  if (watches(x, 'deref')) {
    const isNull = terms.eq(pointer.object, terms.bv(x.plan.pointers.objectWidth, NULL_OBJECT));
    faultWhen(x, 'deref', isNull, 'call through a null pointer');
    x.gap('call through a pointer to an unknown function', terms.and(unforeseen, terms.not(isNull)));
    contestAccess(x, nowhere, terms.not(terms.or(unforeseen, isNull)));
  } else {
    x.gap('call through a pointer to an unknown function', unforeseen);
    x.undefinedWhen(terms.not(unforeseen), nowhere);
  }
  const call = x.edge?.edge.op;
  if (call?.kind !== 'call' || call.result === null) return;
  const result = resolve(x, call.result);
  const construct = 'result of a call through a pointer that leads to no function';
  storeResult(x, result, anything(x, shapeOf(x, result), construct, terms.true));
}

/** Whether a pointer that is the address of no candidate may be that of another function. */
function mayBeUnforeseen(x: Execution, pointer: Pointer, candidates: readonly number[]): Term {
  const { terms, encoding } = x;
  const { objects } = encoding;
  const { pointers } = x.plan;
  const targets = x.facts.targets(pointer.object);
  if (targets === null) return terms.true;
  const cases: Term[] = [];
  const foreseen = new Set<number>();
  for (const id of candidates) {
    const fn = x.plan.linked.program.functions[id];
    if (fn !== null && fn !== undefined) foreseen.add(objects.functionNumber(fn));
  }
  for (const number of targets) {
    const object = objects.withNumber(number);
    if (number === NULL_OBJECT || number === INTEGER_OBJECT) {
      const isValue = terms.eq(pointer.object, terms.bv(pointers.objectWidth, number));
      cases.push(terms.and(isValue, terms.not(terms.eq(pointer.offset, terms.bv(pointers.offsetWidth, 0)))));
    } else if (object !== null && (number === SUMMARY_OBJECT || (object.kind === 'function' && !foreseen.has(number))))
      cases.push(leadsTo(x, pointer, number, object));
  }
  return terms.orAll(cases);
}
