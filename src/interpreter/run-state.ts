import type { Activation, Frame } from './activation.ts';
import type { Moment, PastState } from './options.ts';
import type { Runtime } from './runtime.ts';

/** Most surplus arguments of variadic calls and bytes of memory that a state may have. */
const MOST_SURPLUS = 1000;
const MOST_BYTES = 1 << 26;

/**
 * The state of a run at one moment: control, the variables of the running activation, the memory, and
 * the library's own state. Besides the inputs, nothing else decides how the run continues. The frames
 * below the running activation do not change before that activation has ended.
 */
export class RunState implements PastState {
  readonly #activation: Activation;
  readonly #frame: Frame;
  readonly #bytes: Uint8Array;
  readonly #states: Uint8Array;
  readonly #rest: readonly unknown[];

  private constructor(
    private readonly runtime: Runtime,
    activation: Activation,
    private readonly functionId: number,
    private readonly location: number,
  ) {
    this.#activation = activation;
    this.#frame = activation.frame.slice();
    const { bytes, states } = runtime.memory.used();
    this.#bytes = bytes.slice();
    this.#states = states.slice();
    this.#rest = restOf(runtime);
  }

  /** The state of a run that arrives at a location; null where states cannot be compared. */
  static of(runtime: Runtime, functionId: number, location: number): RunState | null {
    const { activation } = runtime;
    if (activation === null || !isComparable(runtime, activation)) return null;
    return new RunState(runtime, activation, functionId, location);
  }

  recursAt({ functionId, location }: Moment): boolean {
    if (functionId !== this.functionId || location !== this.location) return false;
    const { runtime } = this;
    const { activation } = runtime;
    if (activation === null || !isComparable(runtime, activation)) return false;
    if (activation !== this.#activation && !this.#isBelow(activation)) return false;
    if (!isSameFrame(this.#frame, activation.frame)) return false;
    const rest = restOf(runtime);
    if (rest.length !== this.#rest.length || !rest.every((value, i) => Object.is(value, this.#rest[i]))) return false;
    const { bytes, states } = runtime.memory.used();
    return Buffer.compare(bytes, this.#bytes) === 0 && Buffer.compare(states, this.#states) === 0;
  }

  /**
   * Whether this state's activation is still on the stack below a later one, and all activations from
   * there on keep their variables in frames alone. The location must be the entry of the function: the
   * later activation has then done nothing but take its arguments.
   */
  #isBelow(later: Activation): boolean {
    const { depth } = this.#activation;
    if (later.depth <= depth || later.code === null || this.location !== later.code.function.entry) return false;
    for (let at: Activation | null = later; at !== null && at.depth >= depth; at = at.parent) {
      if (at.code === null || at.process !== null || at.surplus !== 0 || at.arrays !== null) return false;
      if (at.code.memorySize !== 0) return false;
      if (at === this.#activation) return true;
    }
    return false;
  }
}

/**
 * Whether all state of the run is one of the kinds that are compared. States in use by random numbers
 * and external functions are not.
 */
function isComparable(runtime: Runtime, activation: Activation): boolean {
  return (
    runtime.random === null &&
    runtime.lifetimes === null &&
    runtime.external === null &&
    runtime.approximate.size === 0 &&
    runtime.surplusTypes.size <= MOST_SURPLUS &&
    runtime.memory.used().bytes.length <= MOST_BYTES &&
    activation.code !== null
  );
}

/** State outside of memory and frames, as a list of values that are compared one by one. */
function restOf(runtime: Runtime): readonly unknown[] {
  const { stack, heap, files, floats, errno, exitHandlers, libraryState, surplusTypes, activation } = runtime;
  const { chunk, top } = stack.mark();
  const arrays = [...(activation?.arrays ?? [])].flatMap(([variable, { address, room }]) => [variable, address, room]);
  const streams = [...files.streams].flatMap(([address, { position, atEnd, failed, pushedBack }]) => [
    ...[address, position, atEnd, failed, pushedBack.length],
    ...pushedBack,
  ]);
  return [
    ...[chunk, top, heap.changes, files.changes, floats.mode, errno.unknownText(), exitHandlers.length],
    ...[
      'arrays',
      ...arrays,
      'library',
      ...[...libraryState].flat(),
      'streams',
      ...streams,
      'surplus',
      ...[...surplusTypes].flat(),
    ],
  ];
}

/** Whether two frames have the same values. Values that are objects count as different. */
function isSameFrame(a: Frame, b: Frame): boolean {
  return a.length === b.length && a.every((value, slot) => Object.is(value, b[slot]));
}
