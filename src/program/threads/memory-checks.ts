import type { AutomatonFunction, Edge, Operation, Program } from '../cfa/automaton.ts';
import { BLOCKS, makesBlocks } from '../cfa/checks/blocks.ts';
import type { CheckKind } from '../cfa/checks/kinds.ts';
import { END_OF_LIFE } from '../cfa/constructs.ts';
import * as make from '../cfa/make.ts';
import { walkOperation } from '../cfa/walk.ts';

/**
 * Checks of memory in programs with threads. Weaving makes all variables local to `main`, so that it tells
 * where they end. It cannot tell that of other memory on the stack.
 */

/** Kinds of checks that this file can decide on. */
export const MEMORY_CHECKS: readonly CheckKind[] = ['deref', 'free', 'memtrack', 'memcleanup'];

const QUESTIONS: ReadonlySet<string> = new Set(Object.values(BLOCKS));
const ON_STACK = /alloca/;

/** Whether weaving keeps the meaning of checks of accesses and releases. */
export function keepsMemoryChecks(program: Program): boolean {
  const defined = program.functions.filter((fn): fn is AutomatonFunction => fn?.defined === true);
  return !defined.some((fn) => fn.edges.some(({ op }) => usesStack(program, op)));
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

/** Whether the operation makes memory on the stack, or reads surplus arguments there. */
function usesStack(program: Program, op: Operation): boolean {
  if (op.kind === 'intrinsic') return ON_STACK.test(op.name) || (op.places.length > 0 && op.name !== END_OF_LIFE);
  if (op.kind !== 'call' || op.callee.kind !== 'direct') return false;
  const called = program.functions[op.callee.function];
  return called !== null && called !== undefined && !called.defined && ON_STACK.test(called.name);
}
