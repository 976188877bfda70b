import { type ByteOrder, getBits, setBits } from '../../base/byte-order.ts';
import { fromNumber, toBits } from '../../base/float-bits.ts';
import type { Layout } from '../../c/types/layout.ts';
import { type InputQueue, queueInputs } from '../cfa/inputs.ts';
import { formatOf } from './draws.ts';
import { type Leaf, leavesOf, partAt } from './leaves.ts';
import { type InputRequest, type InputSource, InputsExhausted, type InputValue, type ProgramInput } from './source.ts';

class Queue {
  #next = 0;

  /** After the values, the `repeated` ones come again and again. */
  constructor(
    private readonly values: readonly InputValue[],
    private readonly repeated: readonly InputValue[] = [],
  ) {}

  take(): InputValue | undefined {
    const { values, repeated } = this;
    const at = this.#next++;
    if (at < values.length || repeated.length === 0) return values[at];
    return repeated[(at - values.length) % repeated.length];
  }

  /** The number of values up to the place from which all further values follow. */
  get position(): number {
    const { values, repeated } = this;
    if (this.#next < values.length) return this.#next;
    return values.length + (repeated.length === 0 ? 0 : (this.#next - values.length) % repeated.length);
  }
}

/** A source that repeats some of its values for ever. */
export interface RepeatingSource extends InputSource {
  /** A text that is the same at two moments if the source gives the same values from both on. */
  position(): string;
}

/**
 * Returns the inputs of a recorded or found run: each site takes its values in order. Where no value
 * is left the input is 0, or the run ends with `inputs-exhausted` if `strict`. The content of
 * uninitialised objects is still 0 then.
 */
export function listInputs(inputs: readonly ProgramInput[], options: { readonly strict?: boolean } = {}): InputSource {
  return queuedInputs(queueInputs(inputs), options);
}

/** Returns the same source for inputs that are grouped by the places that take them. */
export function queuedInputs(inputs: readonly InputQueue[], options: { readonly strict?: boolean } = {}): InputSource {
  return sourceOf(sitesOf(inputs, []), options);
}

/**
 * Returns a source in which each site takes its values in order, and then those of the cycle again and
 * again.
 */
export function repeatedInputs(inputs: readonly InputQueue[], cycle: readonly InputQueue[]): RepeatingSource {
  const queues = sitesOf(inputs, cycle);
  const all = Object.values(queues).flatMap((sites) => [...sites.values()].flatMap((paths) => [...paths.values()]));
  return { ...sourceOf(queues, {}), position: () => all.map(({ position }) => position).join() };
}

function sourceOf(queues: Queues, options: { readonly strict?: boolean }): InputSource {
  return {
    known: true,
    scalar(request) {
      const value = queues[request.kind].get(request.site)?.get('')?.take();
      if (value === undefined) {
        if (options.strict) throw new InputsExhausted(request.site);
        return 0n;
      }
      if (typeof value === 'string') return 0n;
      return typeof value === 'bigint' ? value : value.default;
    },
    pointer(request) {
      const value = queues[request.kind].get(request.site)?.get('')?.take();
      return typeof value === 'string' ? value : null;
    },
    content(request, bytes, layout) {
      const paths = queues[request.kind].get(request.site);
      if (paths === undefined) return false;
      return fill(request, bytes, layout, paths);
    },
  };
}

/** Queues by kind, site and path. */
type Queues = Readonly<Record<ProgramInput['kind'], ReadonlyMap<string, Map<string, Queue>>>>;

/** Groups the inputs by kind, site and path. */
function sitesOf(inputs: readonly InputQueue[], cycle: readonly InputQueue[]): Queues {
  const repeated = new Map(cycle.map((queue) => [keyOf(queue), queue.values]));
  const begun = new Set(inputs.map(keyOf));
  const queues = {
    nondet: new Map(),
    'unknown-function': new Map(),
    uninitialised: new Map(),
    allocation: new Map(),
    'external-change': new Map(),
    'external-content': new Map(),
    'external-call': new Map(),
    'external-argument': new Map(),
    'external-pointer': new Map(),
    'external-offset': new Map(),
  };
  const others = cycle.filter((queue) => !begun.has(keyOf(queue))).map((queue) => ({ ...queue, values: [] }));
  for (const queue of [...inputs, ...others]) {
    const { kind, site, path, values } = queue;
    const sites: Map<string, Map<string, Queue>> = queues[kind];
    let paths = sites.get(site);
    if (paths === undefined) sites.set(site, (paths = new Map()));
    paths.set(path.join('.'), new Queue(values, repeated.get(keyOf(queue))));
  }
  return queues;
}

function keyOf({ kind, site, path }: InputQueue): string {
  return `${kind} ${path.join('.')} ${site}`;
}

function fill(request: InputRequest, bytes: Uint8Array, layout: Layout, paths: ReadonlyMap<string, Queue>): boolean {
  let filled = false;
  for (const [path, queue] of paths) {
    const value = queue.take();
    const part = partAt(request.type, path === '' ? [] : path.split('.').map(Number), layout);
    if (value === undefined || typeof value === 'string' || part === null) continue;
    filled = true;
    const { bitOffset, bits } = part;
    const { byteOrder } = layout;
    if (typeof value === 'bigint') {
      // The content of an array or a union may come as one number.
      const parts = part.count ?? Math.floor((bytes.length * 8 - bitOffset) / bits);
      setBits(bytes, bitOffset, bits * parts, value, byteOrder);
      continue;
    }
    const count = part.count ?? Math.floor((bytes.length * 8 - bitOffset) / bits);
    // The changed content is not zero at first.
    if (value.default !== 0n || request.kind === 'external-content')
      fillBits(bytes, bitOffset, bits, count, value.default, byteOrder);
    for (const [index, element] of value.entries) {
      if (index < BigInt(count)) setBits(bytes, bitOffset + Number(index) * bits, bits, element, byteOrder);
    }
  }
  return filled;
}

/** Sets `count` elements of `bits` bits to the same value. */
function fillBits(
  bytes: Uint8Array,
  bitOffset: number,
  bits: number,
  count: number,
  value: bigint,
  order: ByteOrder,
): void {
  if (bitOffset % 8 !== 0 || bits % 8 !== 0) {
    for (let index = 0; index < count; index++) setBits(bytes, bitOffset + index * bits, bits, value, order);
    return;
  }
  const start = bitOffset / 8;
  const end = Math.min(start + (count * bits) / 8, bytes.length);
  setBits(bytes, bitOffset, bits, value, order);
  for (let done = bits / 8; start + done < end; done *= 2)
    bytes.copyWithin(start + done, start, Math.min(start + done, end - done));
}

/**
 * Returns the content of an object as inputs that {@link listInputs} accepts. `filled` is false if it
 * is all zero. All overlapping members of unions are included.
 */
export function recordContent(
  request: InputRequest,
  bytes: Uint8Array,
  filled: boolean,
  layout: Layout,
): ProgramInput[] {
  const whole: Leaf = { path: [], bitOffset: 0, bits: 8, count: bytes.length };
  const leaves = leavesOf(request.type, layout) ?? [whole];
  // Padding is content too: programs may compare it. The leaves then give their parts once more.
  const recorded = filled && hasContentBeside(leaves, bytes, layout.byteOrder) ? [whole, ...leaves] : leaves;
  return recorded.map(({ path, bitOffset, bits, count }) => {
    const { kind, site } = request;
    if (count === null) return { kind, site, path, value: getBits(bytes, bitOffset, bits, layout.byteOrder) };
    if (!filled || count === 0) return { kind, site, path, value: { default: 0n, entries: [] } };
    const elements = bytes.subarray(Math.floor(bitOffset / 8));
    return { kind, site, path, value: compactArray(elements, count, bits / 8, layout.byteOrder) };
  });
}

/** Whether bits of the object that belong to no leaf are set. */
function hasContentBeside(leaves: readonly Leaf[], bytes: Uint8Array, order: ByteOrder): boolean {
  if (leaves.length === 1 && leaves[0].path.length === 0) return false;
  const rest = bytes.slice();
  for (const { bitOffset, bits, count } of leaves) {
    if (bits % 8 === 0 && bitOffset % 8 === 0) rest.fill(0, bitOffset / 8, (bitOffset + bits * (count ?? 1)) / 8);
    else setBits(rest, bitOffset, bits, 0n, order);
  }
  return rest.some((byte) => byte !== 0);
}

/** Returns an array as the value of its last element and the elements that differ from it. */
function compactArray(bytes: Uint8Array, count: number, size: number, order: ByteOrder): InputValue {
  const last = bytes.subarray((count - 1) * size, count * size);
  const entries: [bigint, bigint][] = [];
  for (let index = 0; index < count; index++) {
    let differs = false;
    for (let byte = 0; byte < size && !differs; byte++) differs = bytes[index * size + byte] !== last[byte];
    if (differs) entries.push([BigInt(index), getBits(bytes, index * size * 8, size * 8, order)]);
  }
  return { default: getBits(last, 0, size * 8, order), entries };
}

/**
 * Returns scalars in order of consumption, as values (3 for a double is 3.0). Uninitialised memory is
 * zero. When the list ends, further inputs are 0, or the run ends with `inputs-exhausted` if `strict`.
 */
export function scriptedInputs(
  values: readonly (bigint | number)[],
  options: { readonly strict?: boolean } = {},
): InputSource {
  let next = 0;
  return {
    scalar(request) {
      // Allocations succeed, and nothing changes: the values are those that the program asks for by name.
      if (request.kind !== 'nondet' && request.kind !== 'unknown-function') return 0n;
      if (next >= values.length) {
        if (options.strict) throw new InputsExhausted(request.site);
        return 0n;
      }
      const value = values[next++];
      if (request.type.kind === 'float') return toBits(formatOf(request.type), fromNumber(Number(value)));
      return typeof value === 'bigint' ? value : BigInt(Math.trunc(Number.isFinite(value) ? value : 0));
    },
    pointer: () => null,
    content: () => false,
  };
}
