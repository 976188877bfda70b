import type { AutomatonFunction, Location, Place } from '../program/cfa/automaton.ts';
import { contestedConstruct } from '../program/cfa/checks/contested.ts';
import { targetOf, walkOperation } from '../program/cfa/walk.ts';
import { readAddress } from './access.ts';
import type { Activation } from './activation.ts';
import type { CompiledFunction } from './code.ts';
import { unsupported } from './outcome.ts';
import type { Runtime } from './runtime.ts';
import type { Value } from './values.ts';

/** Whether some block of the heap is live where the program ends. @throws {Halt} if the end is not near */
export function isSomeBlockLive(runtime: Runtime): boolean {
  const { heap, exitHandlers, approximate } = runtime;
  if (exitHandlers.length > 0) return unsupported('a check of leaks before handlers of atexit');
  if (heap.liveBlocks > 0) {
    for (const { address, size, hidden } of heap.blocks()) {
      if (hidden || size === 0) continue;
      runtime.noteLeak(address);
      break;
    }
    return true;
  }
  // The rules of SV-COMP leave open whether malloc(0) makes a block.
  if (heap.emptyBlocks > 0) approximate.add(contestedConstruct('a live block of no bytes'));
  return false;
}

/**
 * Whether no pointer tracks some live block of the heap. A pointer into the block or one past its end
 * tracks it, if it lies in a variable or in a tracked block. `at`: the location of the running
 * activation, whose variables count like those of its callers; null where `main` returns, so that only
 * static variables count. All bytes that look like a pointer count as one.
 *
 * @throws {Halt} if the program is not at its end
 */
export function isSomeBlockLost(runtime: Runtime, at: Location | null): boolean {
  const { heap, exitHandlers, approximate } = runtime;
  if (exitHandlers.length > 0) return unsupported('a check of leaks before handlers of atexit');
  if (heap.liveBlocks + heap.emptyBlocks === 0) return false;
  const marker = new Marker(runtime);
  marker.statics();
  if (at !== null) marker.activations(at);
  const lost = marker.unmarked();
  const block = lost.find(({ size }) => size > 0);
  if (block !== undefined) {
    runtime.noteLeak(block.address);
    return true;
  }
  if (lost.length > 0) approximate.add(contestedConstruct('a lost block of no bytes'));
  return false;
}

/** Whether the block is live and no pointer tracks it between two steps. `at`: where the running activation goes on. */
export function isLost(runtime: Runtime, address: number, at: Location): boolean {
  const marker = new Marker(runtime);
  marker.statics();
  marker.activations(at);
  return marker.unmarked().some((block) => block.address === address);
}

/** A hidden variable of an activation that continues at a location. */
interface Temporary {
  readonly fn: AutomatonFunction;
  readonly at: Location;
  readonly id: number;
  readonly value: Value;
}

/** Marks blocks from pointers on, as a collector of garbage does. */
class Marker {
  readonly #addresses: Float64Array;
  readonly #sizes: Float64Array;
  readonly #marked: Uint8Array;
  readonly #hidden: Uint8Array;
  readonly #pending: number[] = [];
  readonly #temporaries: Temporary[] = [];

  constructor(private readonly runtime: Runtime) {
    const blocks = [...runtime.heap.blocks()].sort((a, b) => a.address - b.address);
    this.#addresses = Float64Array.from(blocks, ({ address }) => address);
    this.#sizes = Float64Array.from(blocks, ({ size }) => size);
    this.#hidden = Uint8Array.from(blocks, ({ hidden }) => (hidden ? 1 : 0));
    this.#marked = new Uint8Array(blocks.length);
  }

  /** Marks from static variables, and from the machine's own blocks and state. */
  statics(): void {
    const { globals, globalSizes, libraryState } = this.runtime;
    for (const [id, address] of globals) this.#scan(address, globalSizes.get(id) ?? 0);
    for (const value of libraryState.values()) this.#point(value);
    for (let block = 0; block < this.#hidden.length; block++) if (this.#hidden[block] === 1) this.#mark(block);
    this.#follow();
  }

  /** Marks from the variables of all activations. */
  activations(at: Location): void {
    const { stack, activation } = this.runtime;
    for (const { from, to } of stack.used) this.#scan(from, to - from);
    let location = at;
    for (let each: Activation | null = activation; each !== null; each = each.parent) {
      if (each.code === null) {
        // The library function that starts the program holds nothing.
        if (each.parent !== null) this.runtime.approximate.add('a leak behind a library function that calls back');
      } else this.#variables(each.code as CompiledFunction, each, location);
      location = each.parent?.resume ?? 0;
    }
    this.#follow();
    // A temporary is no variable of the program, unless its value is still to be used.
    for (const { fn, at: here, id, value } of this.#temporaries) if (isReadFrom(fn, here, id)) this.#value(value);
    this.#follow();
  }

  #variables({ function: fn, frame }: CompiledFunction, { frame: values }: Activation, at: Location): void {
    for (const { id, name } of [...fn.parameters, ...fn.locals]) {
      const slot = frame.slots.get(id);
      const value = slot === undefined ? undefined : values[slot];
      if (value === undefined) continue;
      if (name.startsWith('$')) this.#temporaries.push({ fn, at, id, value });
      else this.#value(value);
    }
  }

  #value(value: Value): void {
    if (typeof value === 'number') this.#point(value);
    else if (typeof value === 'bigint') this.#point(Number(BigInt.asUintN(64, value)));
    else if (value instanceof Uint8Array) this.#words(value, 0, value.length);
    else if (Array.isArray(value)) for (const part of value as readonly Value[]) this.#value(part);
  }

  /** Sizes of the program's blocks that no pointer tracks. */
  unmarked(): readonly { readonly address: number; readonly size: number }[] {
    return [...this.#sizes].flatMap((size, block) =>
      this.#marked[block] === 0 ? [{ address: this.#addresses[block], size }] : [],
    );
  }

  #follow(): void {
    for (let block = this.#pending.pop(); block !== undefined; block = this.#pending.pop())
      this.#scan(this.#addresses[block], this.#sizes[block]);
  }

  #scan(address: number, size: number): void {
    this.#words(this.runtime.memory.bytes, address, address + size);
  }

  /** Marks from all words in the bytes, whatever their alignment. */
  #words(bytes: Uint8Array, from: number, to: number): void {
    const { pointerSize, memory } = this.runtime;
    if (!memory.isLittle) {
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      for (let at = from; at + pointerSize <= to; at++) this.#point(readAddress(view, at, pointerSize, false));
      return;
    }
    const high = pointerSize === 8 ? 4 : 0;
    for (let at = from; at + pointerSize <= to; at++) {
      if (bytes[at + 3] === 0 && bytes[at + 2] === 0 && bytes[at + 1] === 0) continue;
      if (high > 0 && (bytes[at + 4] | bytes[at + 5] | bytes[at + 6] | bytes[at + 7]) !== 0) continue;
      this.#point((bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0);
    }
  }

  /** Marks the block that the address lies in or one past, if there is one. */
  #point(address: number): void {
    const addresses = this.#addresses;
    let [low, high] = [0, addresses.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (addresses[middle] <= address) low = middle + 1;
      else high = middle;
    }
    const block = low - 1;
    if (block >= 0 && address <= addresses[block] + this.#sizes[block]) this.#mark(block);
  }

  #mark(block: number): void {
    if (this.#marked[block] === 1) return;
    this.#marked[block] = 1;
    this.#pending.push(block);
  }
}

/** Whether some way from the location reads the variable before it writes it. */
function isReadFrom({ edges, outgoing }: AutomatonFunction, at: Location, variable: number): boolean {
  let isRead = false;
  const visitor = {
    place(place: Place): void {
      if (place.kind === 'variable' && place.variable.id === variable) isRead = true;
    },
  };
  const seen = new Set([at]);
  const pending = [at];
  for (let location = pending.pop(); location !== undefined && !isRead; location = pending.pop()) {
    for (const id of outgoing[location]) {
      const { op, to } = edges[id];
      walkOperation(op, visitor, false);
      const target = targetOf(op);
      const isWritten = target?.kind === 'variable' && target.variable.id === variable;
      if (isWritten || seen.has(to)) continue;
      seen.add(to);
      pending.push(to);
    }
  }
  return isRead;
}
