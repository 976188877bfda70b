import type { AutomatonFunction, Edge, Operation, Program } from './automaton.ts';

/**
 * Names of the hidden function in which external functions call functions of the program back
 * (external-calls.ts of the linker).
 */

/** Intrinsics of the hidden functions; they occur nowhere else. */
export const EXTERNAL = {
  /**
   * The result is 0, or the position (from 1) of an argument: a function whose address external
   * functions know.
   */
  choice: 'external-choice',
  /** The result is any value that an external function may have. */
  value: 'external-value',
  /** External functions change the memory that they know. */
  change: 'external-change',
  /** The run ends, since the external function does not return. */
  end: 'external-end',
} as const;

/** Name of the hidden function that calls functions back. */
export const CALLBACKS = '$callbacks';

/** Whether the function is the hidden one whose calls external functions make. */
export function isCallbacks({ name }: Pick<AutomatonFunction, 'name'>): boolean {
  return name === CALLBACKS;
}

/** Whether the operation calls the hidden function. */
export function callsBack({ functions }: Program, op: Operation): boolean {
  const callee = op.kind === 'call' && op.callee.kind === 'direct' ? functions[op.callee.function] : null;
  return callee !== null && callee !== undefined && isCallbacks(callee);
}

/** Whether callbacks follow the call on the edge of the function. */
export function hasCallbacks(program: Program, fn: AutomatonFunction, { to }: Edge): boolean {
  const next = fn.edges[fn.outgoing[to]?.[0] ?? -1];
  return next !== undefined && callsBack(program, next.op);
}
