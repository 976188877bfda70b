import type { AutomatonFunction, Edge } from '../cfa/automaton.ts';
import type { CType } from '../types/types.ts';
import type { StackMark } from './stack.ts';
import type { Value } from './values.ts';
import type { Wide } from './wide.ts';

/**
 * Values of the variables of an activation that have no address, by slot; undefined: none was stored yet. Slot 0 holds the address of
 * the activation's block of memory.
 */
export type Frame = (Value | undefined)[];

/** Executes the edge that leaves a location and gives the next location, or `SWITCH` when the running activation changed. */
export type Step = (frame: Frame) => number;
export const SWITCH = -1;
/** Given by the head of a loop that has a text (hot/): nothing was executed. */
export const ENTER = -2;

/** A request of a library function to call a function of the program. */
export interface Callback {
  readonly address: Wide;
  readonly arguments: readonly Value[];
  readonly types: readonly CType[];
}
/** A library function that calls back: yields the calls, is resumed with their results. */
export type NativeProcess = Generator<Callback, Value | undefined, Value | undefined>;

/** The compiled form of a function, filled in as it runs. */
export interface FunctionCode {
  readonly function: AutomatonFunction;
  /** By location. */
  readonly steps: (Step | undefined)[];
  readonly slotCount: number;
  /** Size in bytes of the block of memory that holds variables with an address; 0 if there is none. */
  readonly memorySize: number;
  readonly memoryAlignment: number;
  /** Granule states (memory.ts) of the block while the activation lives. */
  readonly template: Uint8Array;
}

/** One activation of a function, or of a library function that calls back. */
export interface Activation {
  readonly code: FunctionCode | null;
  readonly process: NativeProcess | null;
  readonly frame: Frame;
  readonly parent: Activation | null;
  /** Edge of the parent that calls (of the next one outwards that is not a library function). */
  readonly callEdge: Edge | null;
  /** Location at which the activation goes on when it becomes the running one. */
  resume: number;
  /** What the parent does with the result. */
  readonly store: ((frame: Frame, value: Value) => void) | null;
  readonly mark: StackMark;
  /** Address of the surplus arguments of a variadic call, 0 if there are none. */
  readonly surplus: number;
  /** `Context.path`, once computed. */
  path: string | null;
  readonly depth: number;
  /** Addresses of variable-length arrays of this activation, by variable id, with the room they have. */
  arrays: Map<number, { address: number; room: number }> | null;
}

/** `Context.path` of an activation (linked.ts). `shared`: functions that are laid out once. */
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
