import type { ProgramInput } from '../program/cfa/inputs.ts';
import { readBits, writerOf } from './access.ts';
import { type Activation, pathOf, type Step } from './activation.ts';
import type { CompiledFunction } from './code.ts';
import { Halt } from './outcome.ts';
import { RunState } from './run-state.ts';
import type { Runtime } from './runtime.ts';
import type { Representation, Value } from './values.ts';

/** Observes runs at places of the program, before the run executes anything there. */
export interface Watch {
  /** Observed locations by function id. */
  readonly locations: ReadonlyMap<number, ReadonlySet<number>>;
  /** Called at each arrival; a result of false ends the run. */
  arrived(moment: Moment): boolean;
}

/** A part of a variable's object. */
export interface ObjectPart {
  readonly variable: number;
  /** `Context.path` of the activation that owns the variable; null for objects of static storage. */
  readonly path: string | null;
  /** Whether only the running activation may own the variable. */
  readonly recursive: boolean;
  /** Offset from the start of the object, in bits. */
  readonly bit: number;
  /** Width in bits. */
  readonly bits: number;
}

/** Wraps a step so that it reports the arrival to the watch, if the watch observes this location. */
export function watchedStep(
  watch: Watch | undefined,
  runtime: Runtime,
  fn: number,
  location: number,
  step: Step,
): Step {
  if (watch?.locations.get(fn)?.has(location) !== true) return step;
  return (frame) => {
    if (!watch.arrived(new Moment(runtime, fn, location))) throw new Halt({ kind: 'stopped' });
    return step(frame);
  };
}

const scratch = new DataView(new ArrayBuffer(32));

/** The state of a run at an arrival. Valid until the run continues. */
export class Moment {
  constructor(
    private readonly runtime: Runtime,
    readonly functionId: number,
    readonly location: number,
  ) {}

  /** `Context.path` of the running activation. */
  get path(): string {
    const { activation, shared } = this.runtime;
    return activation === null ? '' : pathOf(activation, shared);
  }

  /** Number of activations below the running one. */
  get depth(): number {
    return this.runtime.activation?.depth ?? 0;
  }

  /** The state of the run; null where states cannot be compared. */
  state(): RunState | null {
    return RunState.of(this.runtime, this.functionId, this.location);
  }

  /** See `RunState.recursAt`. */
  recurs(state: RunState): boolean {
    return state.recursAt(this.runtime, this.functionId, this.location);
  }

  /** Inputs that the run has taken so far; empty unless the run records them. */
  get inputs(): readonly ProgramInput[] {
    return this.runtime.inputs;
  }

  /**
   * Reads `bits` bits of the object, `offset` bytes behind the part, as an unsigned number. Null where
   * the object does not exist or has no value yet.
   */
  read(part: ObjectPart, offset = 0): bigint | null {
    const { runtime } = this;
    if (part.path === null) return this.#inMemory(runtime.globals.get(part.variable), part, offset);
    const activation = this.#activationOf(part);
    const code = activation?.code as CompiledFunction | null | undefined;
    if (activation == null || code == null) return null;
    const slot = code.frame.slots.get(part.variable);
    if (slot !== undefined) return this.#inSlot(code, part, activation.frame[slot]);
    const start = code.frame.offsets.get(part.variable);
    return start === undefined ? null : this.#inMemory((activation.frame[0] as number) + start, part, offset);
  }

  #activationOf({ path, recursive }: ObjectPart): Activation | null {
    const { activation: top, shared } = this.runtime;
    for (let activation = top; activation !== null; activation = activation.parent) {
      if (activation.code !== null && pathOf(activation, shared) === path) return activation;
      if (recursive) return null;
    }
    return null;
  }

  #inSlot({ types }: CompiledFunction, { variable, bit, bits }: ObjectPart, value: Value | undefined): bigint | null {
    const type = types.get(variable);
    if (value === undefined || type === undefined || bit !== 0) return null;
    const representation = this.runtime.represent(type);
    if (!isPlain(representation)) return null;
    writerOf(representation)(scratch, 0, value);
    return BigInt.asUintN(bits, readBits(scratch, 0, representation.size));
  }

  #inMemory(object: number | undefined, { bit, bits }: ObjectPart, offset: number): bigint | null {
    if (object === undefined) return null;
    const { memory } = this.runtime;
    const first = object + offset + Math.floor(bit / 8);
    const shift = bit % 8;
    const size = Math.ceil((shift + bits) / 8);
    if (!memory.isAccessible(first, size, false)) return null;
    return BigInt.asUintN(bits, readBits(memory.view, first, size) >> BigInt(shift));
  }
}

function isPlain({ kind, size }: Representation): boolean {
  return (kind === 'int' || kind === 'wide' || kind === 'big' || kind === 'float') && size <= 16;
}
