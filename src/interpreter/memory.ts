import type { Wide } from '../base/wide.ts';
import type { Weakness } from '../program/cfa/checks/weaknesses.ts';
import { Halt, memoryFault } from './outcome.ts';

/**
 * The flat memory of a run. Addresses are offsets into one growing buffer. Each granule of 8 bytes has
 * a state: how many of its first bytes may be accessed and, if none, why (the idea of AddressSanitizer
 * [SBPV12]). Objects start at multiples of 8. Red zones separate them, so that an access beyond an end
 * is detected. A pointer carries no provenance, so an access that lands in another object is not.
 */

/** Why an access is invalid. */
type Obstacle = readonly [what: string, weakness: Weakness];

/** Granule states: 0 .. 8 accessible bytes; these; or `READ_ONLY` or `UNKNOWN` + accessible bytes. */
const FULL = 8;
export const FREED = 9;
export const ENDED = 10;
const READ_ONLY = 16;
/** Some of the bytes are unknown. Set only while they are tracked. */
const UNKNOWN = 32;
const COUNT_MASK = 15;

const CONSTANT: Obstacle = ['write to a constant object', 'write-outside'];

/** Lowest address of an object. All addresses below count as null pointers with an offset. */
export const FIRST_ADDRESS = 0x1000;
/** Addresses from here up to the first object are nearer to that object than to null. */
const NULL_BYTES = 0x800;
const RED_ZONE = 16;
/** The least number of bytes that is a negative number of 64 bits. */
export const LEAST_NEGATIVE = 2 ** 63;
/**
 * Bytes before each of the first blocks of the heap in programs that watch for faults of memory. Offsets
 * of 16 bits lead to no other object then.
 */
const FAR_ZONE = 1 << 16;
const MOST_FAR_ZONES = 16;
/** Limit of the bytes that are kept from one run for the next. */
const MOST_KEPT = 1 << 26;
/** Address at which function addresses start (above all data). Labels lie behind them. */
export const CODE_START = 0xe0000000;
export const LABEL_START = 0xf0000000;

/** The content of the memory at one time, with the state of its granules. */
export interface MemorySnapshot {
  readonly top: number;
  readonly bytes: Uint8Array;
  readonly states: Uint8Array;
}

/** The state of a granule whose first bytes may be accessed. `readOnly`: only the initialiser writes them. */
export function stateOf(accessible: number, readOnly: boolean): number {
  return readOnly ? READ_ONLY + accessible : accessible;
}

/** Ends the run at an invalid access. @throws {Halt} */
function refuse(obstacle: Obstacle): never {
  return memoryFault(obstacle === CONSTANT ? 'contested' : 'deref', ...obstacle);
}

/** The memory of a run, and of the later runs of the same program. */
export class Memory {
  bytes: Uint8Array;
  view: DataView;
  /** Granule states. */
  states: Uint8Array;
  #capacity: number;
  #top = FIRST_ADDRESS;
  /** Starts of the far zones, in increasing order. Their bytes are always zero. */
  readonly #farZones: number[] = [];
  /** Whether each byte was not written since its content became unknown. Null without tracking. */
  #unknown: Uint8Array | null;

  /** `onUnknownRead` is called whenever a byte of unknown content is read. Without it nothing is tracked. */
  constructor(
    private readonly limit: number,
    /** Whether the first byte of a value is the least significant one. */
    readonly isLittle: boolean,
    private readonly onUnknownRead: (() => void) | null = null,
    /** Bytes behind each object that are never accessible. */
    private readonly redZone = RED_ZONE,
  ) {
    this.#capacity = 1 << 18;
    this.#unknown = onUnknownRead === null ? null : new Uint8Array(this.#capacity);
    this.bytes = new Uint8Array(this.#capacity);
    this.view = new DataView(this.bytes.buffer);
    this.states = new Uint8Array(this.#capacity >>> 3);
  }

  /**
   * Reserves `size` bytes (zero, not accessible yet) at a fresh address with a red zone behind. @throws
   * {Halt} memory limit
   */
  reserve(size: number, alignment: number): number {
    const step = Math.max(alignment, 8);
    const address = Math.ceil(this.#top / step) * step;
    const end = address + Math.ceil(size / 8) * 8 + this.redZone;
    if (end > this.#capacity) this.#grow(end);
    this.#top = end;
    return address;
  }

  /** Reserves bytes that lie far from the objects so far, if few were reserved in this way. */
  reserveFar(size: number, alignment: number): number {
    if (this.#farZones.length < MOST_FAR_ZONES) {
      this.#farZones.push(this.#top);
      this.#top += FAR_ZONE;
    }
    return this.reserve(size, alignment);
  }

  #grow(end: number): void {
    if (end > this.limit || end > CODE_START) throw new Halt({ kind: 'limit', which: 'memory' });
    let capacity = this.#capacity;
    while (capacity < end) capacity *= 2;
    capacity = Math.min(capacity, Math.ceil(Math.max(end, Math.min(this.limit, CODE_START)) / 8) * 8);
    const bytes = new Uint8Array(capacity);
    bytes.set(this.bytes);
    const states = new Uint8Array(capacity >>> 3);
    states.set(this.states);
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
    this.states = states;
    this.#capacity = capacity;
    if (this.#unknown !== null) {
      const unknown = new Uint8Array(capacity);
      unknown.set(this.#unknown);
      this.#unknown = unknown;
    }
  }

  /** The part of the memory in use, as views that are valid until the run continues. */
  used(): Pick<MemorySnapshot, 'bytes' | 'states'> {
    return { bytes: this.bytes.subarray(0, this.#top), states: this.states.subarray(0, (this.#top + 7) >>> 3) };
  }

  /** Returns the current content of the memory, to begin further runs with. */
  snapshot(): MemorySnapshot {
    return {
      top: this.#top,
      bytes: this.bytes.slice(0, this.#top),
      states: this.states.slice(0, (this.#top + 7) >>> 3),
    };
  }

  /** Restores a content of the memory. All bytes beyond it are zero and inaccessible. */
  restore({ top, bytes, states }: MemorySnapshot): void {
    if (this.#capacity > MOST_KEPT && top <= MOST_KEPT) this.#allocate(MOST_KEPT);
    this.bytes.set(bytes);
    this.states.set(states);
    let start = top;
    const kept = this.#farZones.filter((zone) => zone < top).length;
    for (const zone of this.#farZones.splice(kept)) {
      this.#clear(start, zone);
      start = zone + FAR_ZONE;
    }
    this.#clear(start, this.#top);
    this.#unknown?.fill(0, 0, this.#top);
    this.#top = top;
  }

  /** Makes the bytes between two multiples of 8 zero and inaccessible. */
  #clear(start: number, end: number): void {
    this.bytes.fill(0, start, end);
    this.states.fill(0, start >>> 3, end >>> 3);
  }

  #allocate(capacity: number): void {
    this.#capacity = capacity;
    this.bytes = new Uint8Array(capacity);
    this.view = new DataView(this.bytes.buffer);
    this.states = new Uint8Array(capacity >>> 3);
    if (this.#unknown !== null) this.#unknown = new Uint8Array(capacity);
  }

  /** Makes `size` bytes at `address` (a multiple of 8) accessible. */
  open(address: number, size: number, readOnly = false): void {
    const first = address >>> 3;
    const full = size >>> 3;
    this.states.fill(stateOf(FULL, readOnly), first, first + full);
    if ((size & 7) !== 0) this.states[first + full] = stateOf(size & 7, readOnly);
    this.#unknown?.fill(0, address, address + size);
  }

  /** Whether reads of unknown content are tracked. All accesses must then be checked. */
  get tracks(): boolean {
    return this.#unknown !== null;
  }

  /** Makes the content of these accessible bytes unknown until they are written. */
  forget(address: number, size: number): void {
    if (this.#unknown === null) return;
    this.#unknown.fill(1, address, address + size);
    for (let granule = address >>> 3; granule * 8 < address + size; granule++) {
      const state = this.states[granule];
      if (state < UNKNOWN && (state & COUNT_MASK) <= FULL) this.states[granule] += UNKNOWN;
    }
  }

  #learn(address: number, size: number, unknown: Uint8Array): void {
    unknown.fill(0, address, address + size);
    for (let granule = address >>> 3; granule * 8 < address + size; granule++) {
      if (this.states[granule] < UNKNOWN) continue;
      if (!unknown.subarray(granule * 8, granule * 8 + 8).includes(1)) this.states[granule] -= UNKNOWN;
    }
  }

  /**
   * Copies bytes as they are, known or not; the ranges may overlap. `initialises`: the target may be constant.
   * @throws {Halt} undefined behaviour
   */
  copy(to: Wide, from: Wide, size: number, initialises = false): void {
    if (size === 0) return;
    const obstacle = this.#obstacle(from, size, false) ?? this.#obstacle(to, size, !initialises);
    if (obstacle !== null) refuse(obstacle);
    const [source, target] = [Number(from), Number(to)];
    this.bytes.copyWithin(target, source, source + size);
    if (this.#unknown === null) return;
    const flags = this.#unknown.slice(source, source + size);
    this.#learn(target, size, this.#unknown);
    for (let index = flags.indexOf(1); index >= 0; index = flags.indexOf(1, index + 1)) this.forget(target + index, 1);
  }

  /** Makes `size` bytes inaccessible; `state` gives the reason. */
  close(address: number, size: number, state: typeof FREED | typeof ENDED): void {
    this.states.fill(state, address >>> 3, (address + size + 7) >>> 3);
  }

  /** Makes the bytes of the object behind its first `size` bytes inaccessible, up to its red zone. */
  trim(address: number, size: number): void {
    let granule = (address + size) >>> 3;
    const left = (address + size) & 7;
    const state = this.states[granule];
    if (left !== 0) this.states[granule] = (state & ~COUNT_MASK) + Math.min(state & COUNT_MASK, left);
    else granule -= 1;
    for (granule += 1; this.states[granule] !== 0; granule++) this.states[granule] = 0;
  }

  /** Copies a template of states over the granules from `address` on. */
  openLike(address: number, template: Uint8Array): void {
    this.states.set(template, address >>> 3);
    if (this.#unknown === null) return;
    for (const [index, state] of template.entries())
      if (state > 0) this.forget(address + index * 8, state & COUNT_MASK);
  }

  /** Returns `address` as a number if `size` bytes there may be read. @throws {Halt} undefined behaviour */
  readable(address: Wide, size: number): number {
    if (typeof address === 'number' && address < this.#capacity && this.#isOpen(address, size, ~READ_ONLY))
      return address;
    return this.#check(address, size, false, false);
  }

  /**
   * Returns `address` as a number if `size` bytes there may be written. @throws {Halt} undefined
   * behaviour
   */
  writable(address: Wide, size: number): number {
    if (typeof address === 'number' && address < this.#capacity && this.#isOpen(address, size, ~0)) return address;
    return this.#check(address, size, true, true);
  }

  /** The same for the initialiser of an object, which may be constant. @throws {Halt} undefined behaviour */
  initialised(address: Wide, size: number): number {
    return this.#check(address, size, false, true);
  }

  /**
   * Whether all bytes are in one granule and may be accessed, as the bits `mask` of its state say. It may be
   * false for other accesses that are allowed.
   */
  #isOpen(address: number, size: number, mask: number): boolean {
    const state = this.states[address >>> 3] & mask;
    return state <= FULL && (address & 7) + size <= state;
  }

  /** Whether `size` bytes may be read (or written). The test does not end the run. */
  isAccessible(address: Wide, size: number, write: boolean): boolean {
    return this.#obstacle(address, size, write) === null;
  }

  /**
   * Returns what an access meets that leaves an array; null if its bytes lie in the object that has a
   * byte at `anchor`. Red zones separate objects.
   */
  weaknessBeyond(anchor: Wide, address: Wide, size: number, write: boolean): Weakness | null {
    if (typeof anchor === 'number' && typeof address === 'number') {
      const first = Math.min(anchor, address);
      if (this.#obstacle(first, Math.max(anchor + 1, address + size) - first, false) === null) return null;
    }
    return this.#obstacle(address, size, write)?.[1] ?? (write ? 'write-outside' : 'read-outside');
  }

  /** `judged`: whether it is an access that must not write constant objects; `write`: whether bytes become known. */
  #check(address: Wide, size: number, judged: boolean, write: boolean): number {
    if (size === 0) return Number(address);
    const obstacle = this.#obstacle(address, size, judged);
    if (obstacle !== null) refuse(obstacle);
    const start = Number(address);
    if (this.#unknown !== null) {
      if (write) this.#learn(start, size, this.#unknown);
      else {
        if (this.#unknown.subarray(start, start + size).includes(1)) this.onUnknownRead?.();
      }
    }
    return start;
  }

  #obstacle(address: Wide, size: number, write: boolean): Obstacle | null {
    const verb = write ? 'write to' : 'read from';
    const outside = write ? 'write-outside' : 'read-outside';
    if (address < FIRST_ADDRESS) {
      if (address < 0) return [`${verb} an invalid address`, 'invalid-address'];
      return address < NULL_BYTES
        ? [`${verb} a null pointer`, 'null-pointer']
        : [`${verb} memory before the start of an object`, outside];
    }
    if (typeof address !== 'number' || address >= CODE_START) {
      return typeof address === 'number' && address < 0x100000000
        ? [`${verb} the code of a function`, outside]
        : [`${verb} an invalid address`, 'invalid-address'];
    }
    const end = address + size;
    if (end > this.#capacity)
      return [`${verb} memory outside of any object`, size >= LEAST_NEGATIVE ? 'negative-length' : outside];
    for (let granule = address >>> 3; granule * 8 < end; granule++) {
      let state = this.states[granule];
      if (state >= UNKNOWN) state -= UNKNOWN;
      if (state >= READ_ONLY) {
        if (write) return CONSTANT;
        state -= READ_ONLY;
      }
      if (state === FREED) return [`${verb} freed memory`, 'freed-block'];
      if (state === ENDED) return [`${verb} an object whose lifetime has ended`, 'ended-object'];
      if (Math.min(end, granule * 8 + 8) - granule * 8 > state)
        return [`${verb} memory outside of any object`, outside];
    }
    return null;
  }

  /** Whether objects may have that address, or end there. Blocks that were released, and objects that ended, do not. */
  holds(address: Wide): boolean {
    if (typeof address !== 'number' || address < FIRST_ADDRESS || address > this.#capacity) return false;
    const state = this.states[address >>> 3];
    return (state !== FREED && state !== ENDED) || this.accessibleFrom(address - 1, 1) > 0;
  }

  /**
   * Returns the number of bytes from `address` to the end of the accessible range that holds it, at most
   * `limit`.
   */
  accessibleFrom(address: Wide, limit: number): number {
    if (typeof address !== 'number' || address < FIRST_ADDRESS || address >= this.#capacity) return 0;
    let at = address;
    while (at - address < limit && at < this.#capacity) {
      const state = this.states[at >>> 3] & COUNT_MASK;
      if (state > FULL) break;
      const end = (at >>> 3) * 8 + state;
      if (end <= at) break;
      at = end;
      if (state < FULL) break;
    }
    return Math.min(at - address, limit);
  }
}
