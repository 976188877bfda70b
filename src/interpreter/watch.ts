import type { ProgramInput } from '../program/cfa/inputs.ts';
import { readBits, writerOf } from './access.ts';
import { type Activation, pathOf, type Step } from './activation.ts';
import type { CompiledFunction } from './code.ts';
import type { Moment, ObjectPart, Watch } from './options.ts';
import { Halt } from './outcome.ts';
import { RunState } from './run-state.ts';
import type { Runtime } from './runtime.ts';
import type { Representation, Value } from './values.ts';

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
    if (!watch.arrived(new Arrival(runtime, fn, location))) throw new Halt({ kind: 'stopped' });
    return step(frame);
  };
}

const scratch = new DataView(new ArrayBuffer(32));

class Arrival implements Moment {
  constructor(
    private readonly runtime: Runtime,
    readonly functionId: number,
    readonly location: number,
  ) {}

  get path(): string {
    const { activation, shared } = this.runtime;
    return activation === null ? '' : pathOf(activation, shared);
  }

  get depth(): number {
    return this.runtime.activation?.depth ?? 0;
  }

  state(): RunState | null {
    return RunState.of(this.runtime, this.functionId, this.location);
  }

  get inputs(): readonly ProgramInput[] {
    return this.runtime.inputs;
  }

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
    writerOf(representation, true)(scratch, 0, value);
    return BigInt.asUintN(bits, readBits(scratch, 0, representation.size, true));
  }

  #inMemory(object: number | undefined, { bit, bits }: ObjectPart, offset: number): bigint | null {
    if (object === undefined) return null;
    const { memory } = this.runtime;
    const first = object + offset + Math.floor(bit / 8);
    const before = bit % 8;
    const size = Math.ceil((before + bits) / 8);
    if (!memory.isAccessible(first, size, false)) return null;
    const lowest = memory.isLittle ? before : 8 * size - before - bits;
    return BigInt.asUintN(bits, readBits(memory.view, first, size, memory.isLittle) >> BigInt(lowest));
  }
}

function isPlain({ kind, size }: Representation): boolean {
  return (kind === 'int' || kind === 'wide' || kind === 'big' || kind === 'float') && size <= 16;
}
