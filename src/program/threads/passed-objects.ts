import type { AutomatonFunction, Expr, Operation, Place, Program } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import { walkOperation } from '../cfa/walk.ts';
import { fixedParameters } from './arguments.ts';
import { roleOf } from './calls.ts';
import type { ThreadModel } from './model.ts';

/** Functions that wait for a condition. */
export const CONDITION_WAIT = /^(pthread_cond|cnd)_(wait|timedwait|clockwait)$/;

/** The number of objects, first among its arguments, on which a function synchronises. */
export function objectsOf({ name }: AutomatonFunction): number {
  // A wait has a condition and a mutex.
  return CONDITION_WAIT.test(name) ? 2 : 1;
}

/**
 * Ids of the parameters that functions pass to functions that synchronise, and use for nothing else.
 * They keep the values of their calls. Computed in time linear in the program for each level of calls.
 */
export function synchronisedParameters(program: Program, model: ThreadModel): ReadonlySet<number> {
  const passed = new Map<number, AutomatonFunction>();
  for (const fn of program.functions) {
    if (fn === null || !fn.defined || fn.id === program.main) continue;
    const pointers = new Set(fn.parameters.filter(({ type }) => type.kind === 'pointer').map(({ id }) => id));
    if (pointers.size === 0) continue;
    for (const id of fixedParameters(fn)) if (pointers.has(id)) passed.set(id, fn);
  }
  for (let before = -1; before !== passed.size; ) {
    before = passed.size;
    for (const fn of new Set(passed.values()))
      for (const { op } of fn.edges) for (const id of otherUses(op, program, model, passed)) passed.delete(id);
  }
  return new Set(passed.keys());
}

/** Ids of the variables that an operation loads, apart from arguments that are only synchronised on. */
function otherUses(
  op: Operation,
  program: Program,
  model: ThreadModel,
  passed: ReadonlyMap<number, AutomatonFunction>,
): readonly number[] {
  const used: number[] = [];
  const visitor = {
    place(place: Place): void {
      if (place.kind === 'variable') used.push(place.variable.id);
    },
  };
  walkOperation(withoutSynchronised(op, program, model, passed), visitor, false);
  return used;
}

function withoutSynchronised(
  op: Operation,
  program: Program,
  model: ThreadModel,
  passed: ReadonlyMap<number, AutomatonFunction>,
): Operation {
  if (op.kind !== 'call' || op.callee.kind !== 'direct') return op;
  const called = program.functions[op.callee.function];
  if (called === null || called === undefined) return op;
  const role = roleOf(called, model);
  const isSynchronised = (i: number): boolean => {
    if (role === 'model' || role === 'nothing') return i < objectsOf(called);
    const parameter = called.defined ? called.parameters[i] : undefined;
    return parameter !== undefined && passed.has(parameter.id);
  };
  const rest = op.arguments.map((argument, i) => (isSynchronised(i) && isLoad(argument) ? make.ZERO : argument));
  return { ...op, arguments: rest };
}

/** Whether the expression is the value of a variable, perhaps as another type. */
function isLoad(e: Expr): boolean {
  let inner = e;
  while (inner.kind === 'convert') inner = inner.operand;
  return inner.kind === 'load' && inner.place.kind === 'variable';
}
