import type { Wide } from '../base/wide.ts';
import type { CType } from '../c/types/types.ts';
import type { AutomatonFunction, Edge } from '../program/cfa/automaton.ts';
import type { StackMark } from './stack.ts';
import type { Value } from './values.ts';

/**
 * Values of an activation's variables that have no address, by slot. Undefined: no value was stored
 * yet. Slot 0 holds the address of the activation's block of memory.
 */
export type Frame = (Value | undefined)[];

/**
 * Executes the edge that leaves a location. Returns the next location, or `SWITCH` when the running
 * activation changed.
 */
export type Step = (frame: Frame) => number;
export const SWITCH = -1;
/** The result of a step at the head of a loop with generated code (hot/). The step executed nothing. */
export const ENTER = -2;

/** A request of a library function to call a function of the program. */
export interface Callback {
  readonly address: Wide;
  readonly arguments: readonly Value[];
  readonly types: readonly CType[];
}
/** A library function that calls back: it yields the calls, and is resumed with their results. */
export type NativeProcess = Generator<Callback, Value | undefined, Value | undefined>;

/** The compiled form of a function. It is completed while the function runs. */
export interface FunctionCode {
  readonly function: AutomatonFunction;
  /** Compiled steps, by location. */
  readonly steps: (Step | undefined)[];
  readonly slotCount: number;
  /** Size in bytes of the block of memory for variables with an address; 0 if there is none. */
  readonly memorySize: number;
  readonly memoryAlignment: number;
  /** Granule states (memory.ts) of the block during the activation. */
  readonly template: Uint8Array;
}

/** One activation of a function, or of a library function that calls back. */
export interface Activation {
  readonly code: FunctionCode | null;
  readonly process: NativeProcess | null;
  readonly frame: Frame;
  readonly parent: Activation | null;
  /**
   * The call edge of the parent. If the parent is a library function, that of the next activation
   * outwards.
   */
  readonly callEdge: Edge | null;
  /** Location at which the activation continues when it runs again. */
  resume: number;
  /** Stores the result for the parent; null if the parent does not use it. */
  readonly store: ((frame: Frame, value: Value) => void) | null;
  readonly mark: StackMark;
  /** Address of the surplus arguments of a variadic call; 0 if there are none. */
  readonly surplus: number;
  /** `Context.path`, after its first use; null before. */
  path: string | null;
  readonly depth: number;
  /**
   * Addresses of this activation's variable-length arrays, by variable id, and the bytes reserved for
   * them.
   */
  arrays: Map<number, { address: number; room: number }> | null;
}

/** Returns the `Context.path` of an activation (linked.ts). `shared`: functions that are laid out once. */
export function pathOf(activation: Activation, shared: ReadonlySet<number>): string {
  const missing: Activation[] = [];
  let at: Activation | null = activation;
  while (at !== null && at.path === null) {
    missing.push(at);
    at = at.parent;
  }
  let path = at?.path ?? '';
  for (let index = missing.length - 1; index >= 0; index--) {
    const next = missing[index];
    // A library function that calls back stands for the call that entered it.
    if (next.code !== null) {
      const { id } = next.code.function;
      if (shared.has(id)) path = `@${id}`;
      else if (next.callEdge !== null) path = path === '' ? `${next.callEdge.id}` : `${path}/${next.callEdge.id}`;
    }
    next.path = path;
  }
  return path;
}
