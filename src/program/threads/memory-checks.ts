import type { AutomatonFunction, Edge, Operation, Place, Program } from '../cfa/automaton.ts';
import { BLOCKS, makesBlocks } from '../cfa/checks/blocks.ts';
import type { CheckKind } from '../cfa/checks/kinds.ts';
import * as make from '../cfa/make.ts';
import { walkOperation } from '../cfa/walk.ts';
import { roleOf } from './calls.ts';
import type { ThreadModel } from './model.ts';

/**
 * Checks of memory in programs with threads. Weaving extends the lifetimes of local variables to the
 * whole run, so that it keeps the meaning of these checks only where no lifetime matters.
 */

/** Kinds of checks that this file can decide on. */
export const MEMORY_CHECKS: readonly CheckKind[] = ['deref', 'free', 'memtrack', 'memcleanup'];

const QUESTIONS: ReadonlySet<string> = new Set(Object.values(BLOCKS));
const ON_STACK = /alloca/;

/**
 * Whether weaving keeps the meaning of checks of accesses and releases. No pointer may lead to a local
 * variable, besides those by which threads are started and joined.
 */
export function keepsMemoryChecks(program: Program, model: ThreadModel): boolean {
  const defined = program.functions.filter((fn): fn is AutomatonFunction => fn?.defined === true);
  return !defined.some((fn) => fn.edges.some(({ op }) => mayPointToLocal(program, model, op)));
}

/** Whether the program mentions no function that makes blocks. */
export function makesNoBlocks(program: Program): boolean {
  const defined = program.functions.filter((fn): fn is AutomatonFunction => fn?.defined === true);
  return !program.functions.some(
    (fn) => fn !== null && !fn.defined && makesBlocks(fn.name) && isMentioned(defined, fn.id),
  );
}

/** Answers the questions about blocks in a program that makes none. */
export function withoutBlockQuestions(program: Program): Program {
  const answered = (edge: Edge): Edge => {
    const { op } = edge;
    if (op.kind !== 'intrinsic' || !QUESTIONS.has(op.name)) return edge;
    if (op.result === null) return { ...edge, op: { kind: 'skip' } };
    return { ...edge, op: { kind: 'assign', target: op.result, value: make.zeroOf(op.result.type) } };
  };
  const functions = program.functions.map((fn) => (fn === null ? null : { ...fn, edges: fn.edges.map(answered) }));
  return { ...program, functions };
}

/** Whether a function calls the function of that id, or takes its address. */
function isMentioned(functions: readonly AutomatonFunction[], id: number): boolean {
  return functions.some(({ edges }) =>
    edges.some(({ op }) => {
      if (op.kind === 'call' && op.callee.kind === 'direct' && op.callee.function === id) return true;
      let isNamed = false;
      walkOperation(op, { expr: (e) => (isNamed ||= e.kind === 'function-address' && e.function === id) }, false);
      return isNamed;
    }),
  );
}

/** Whether the operation takes the address of a local variable, or makes memory on the stack. */
function mayPointToLocal(program: Program, model: ThreadModel, op: Operation): boolean {
  if (op.kind === 'intrinsic' && (ON_STACK.test(op.name) || op.places.length > 0)) return true;
  if (op.kind === 'call' && op.callee.kind === 'direct') {
    const called = program.functions[op.callee.function];
    if (called !== null && called !== undefined && !called.defined && ON_STACK.test(called.name)) return true;
  }
  let isLocal = false;
  const place = (met: Place, addressed: boolean): void => {
    isLocal ||= addressed && met.kind === 'variable' && met.variable.storage !== 'static';
  };
  walkOperation(withoutNames(program, model, op), { place }, true);
  return isLocal;
}

/** The operation without the places where `pthread_create` and `pthread_join` store names and values. */
function withoutNames(program: Program, model: ThreadModel, op: Operation): Operation {
  if (op.kind !== 'call' || op.callee.kind !== 'direct') return op;
  const called = program.functions[op.callee.function];
  const role = called === null || called === undefined ? null : roleOf(called, model);
  const stored = role === 'create' ? 0 : role === 'join' ? 1 : -1;
  return { ...op, arguments: op.arguments.map((argument, i) => (i === stored ? make.ZERO : argument)) };
}
