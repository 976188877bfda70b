import type { Variable } from '../c/ast.ts';
import { isVariableLength, VOID } from '../c/types/type-basics.ts';
import type { CType } from '../c/types/types.ts';
import { addressedVariables } from '../program/cfa/addressed-variables.ts';
import { blockName, variableName } from '../program/cfa/inputs.ts';
import { isStandardStream } from '../program/cfa/standard-streams.ts';
import { readAddress } from './access.ts';
import { type Activation, pathOf } from './activation.ts';
import type { CompiledFunction } from './code.ts';
import { heldPointers } from './held-pointers.ts';
import type { Runtime } from './runtime.ts';
import { sizeOf, type Value } from './values.ts';

/**
 * Number of activations, from the running one on, whose variables external functions may change.
 * Variables of others stay as they are.
 */
const MOST_ACTIVATIONS = 256;
/** Limit of the bytes of an object that are searched for integers that are addresses. */
const MOST_SEARCHED = 4096;
/** A live object that a call leads to. */
export interface LiveObject {
  readonly address: number;
  readonly size: number;
  readonly type: CType;
  /** The kind of the object: a variable, or a block of the heap. */
  readonly of: Variable | Allocation;
  /** The activation that owns the variable; null for objects of static storage and for blocks. */
  readonly owner: Activation | null;
}

/** A call that made a block of the heap. */
export interface Allocation {
  readonly storage: 'heap';
  readonly site: string;
  readonly name: string;
}

/** A pointer with the type that it leads to; the type is null where an integer is the address. */
interface Lead {
  readonly address: number;
  readonly target: CType | null;
}

/**
 * The live objects that external functions know: globals of external linkage, the objects passed to
 * earlier calls, and all targets of pointers there.
 */
export class ReachableObjects {
  /** Objects that calls received pointers to, by address. */
  readonly #received = new Map<number, LiveObject>();
  /** Allocations of blocks, by address. */
  readonly #allocations = new Map<number, Allocation>();
  /** Functions that calls received, by id. */
  readonly #functions = new Set<number>();
  readonly #addressed: ReadonlySet<number>;
  #statics: readonly LiveObject[] | null = null;

  constructor(private readonly runtime: Runtime) {
    this.#addressed = addressedVariables(runtime.program);
  }

  /** Discards the data of the last run. */
  reset(): void {
    this.#received.clear();
    this.#allocations.clear();
    this.#functions.clear();
  }

  /** The functions that calls received, by id. */
  get functions(): ReadonlySet<number> {
    return this.#functions;
  }

  /** Records that the object at an address begins a new lifetime, which no call knows yet. */
  restart(address: number): void {
    this.#received.delete(address);
  }

  /** Records that the current call makes the block at an address. */
  allocated(address: number): void {
    const { runtime } = this;
    this.#allocations.set(address, {
      storage: 'heap',
      site: runtime.site(),
      name: `(block of line ${runtime.at?.line ?? 0})`,
    });
  }

  /** Returns the object's name in sites. */
  nameOf({ of, owner }: LiveObject): string {
    if (of.storage === 'heap') return blockName(of.site);
    return variableName(of.id, owner === null ? null : pathOf(owner, this.runtime.shared));
  }

  /** Returns the offsets of the aligned words that lead to an object. */
  leadingWords(bytes: Uint8Array): readonly number[] {
    const { pointerSize } = this.runtime;
    const stack = this.#stackObjects();
    const found: number[] = [];
    for (let offset = 0; offset + pointerSize <= bytes.length; offset += pointerSize) {
      if (this.#objectAt(this.wordAt(bytes, offset), VOID, stack) !== null) found.push(offset);
    }
    return found;
  }

  /**
   * Returns the live objects that a call with these arguments leads to. Later calls know them, too.
   * `integers`: whether integers may be addresses.
   */
  from(values: readonly Value[], types: readonly CType[], integers: boolean): readonly LiveObject[] {
    const stack = this.#stackObjects();
    const found = new Map<number, LiveObject>();
    const todo: LiveObject[] = [];
    const add = (object: LiveObject): void => {
      if (found.has(object.address)) return;
      found.set(object.address, object);
      todo.push(object);
    };
    const follow = ({ address, target }: Lead): void => {
      const object = this.#objectAt(address, target, stack);
      if (object !== null) add(object);
      const fn = this.runtime.functionAt(address);
      if (fn !== null) this.#functions.add(fn);
    };
    for (const object of this.#visible()) add(object);
    for (const object of this.#received.values()) {
      if (this.#isAlive(object, stack)) add(object);
    }
    for (const [i, value] of values.entries())
      for (const lead of this.#leadsOf(value, types[i], integers)) follow(lead);
    for (let object = todo.pop(); object !== undefined; object = todo.pop()) {
      const { address, size, type } = object;
      const bytes = this.runtime.memory.bytes.subarray(address, address + size);
      for (const lead of this.#leadsIn(bytes, type, integers)) follow(lead);
    }
    const reached = [...found.values()];
    for (const object of reached) if (!isVisible(object)) this.#received.set(object.address, object);
    return reached;
  }

  #isAlive({ address, of, owner }: LiveObject, stack: readonly LiveObject[]): boolean {
    if (of.storage === 'heap')
      return this.#allocations.get(address) === of && this.runtime.heap.sizeOf(address) !== null;
    if (owner === null) return true;
    const there = nearest(stack, address);
    return there?.address === address && there.owner === owner;
  }

  *#leadsOf(value: Value, type: CType, integers: boolean): Iterable<Lead> {
    if (value instanceof Uint8Array) yield* this.#leadsIn(value, type, integers);
    else if (typeof value !== 'number' && typeof value !== 'bigint') return;
    else if (type.kind === 'pointer') yield { address: Number(value), target: type.target };
    else if (integers && type.kind === 'integer')
      yield { address: Number(BigInt.asUintN(64, BigInt(value))), target: null };
  }

  *#leadsIn(bytes: Uint8Array, type: CType, integers: boolean): Iterable<Lead> {
    const { layout, pointerSize } = this.runtime;
    for (const { offset, target, certain } of heldPointers(type, layout)) {
      if (certain || integers) yield { address: this.wordAt(bytes, offset), target };
    }
    if (!integers) return;
    const end = Math.min(bytes.length, MOST_SEARCHED) - pointerSize;
    for (let offset = 0; offset <= end; offset += pointerSize)
      yield { address: this.wordAt(bytes, offset), target: null };
  }

  /** Returns the word of the size of a pointer at an offset; 0 beyond the bytes. */
  wordAt(bytes: Uint8Array, offset: number): number {
    const { pointerSize, memory } = this.runtime;
    if (offset + pointerSize > bytes.length) return 0;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return readAddress(view, offset, pointerSize, memory.isLittle);
  }

  #objectAt(address: number, target: CType | null, stack: readonly LiveObject[]): LiveObject | null {
    for (const objects of [this.#staticObjects(), stack]) {
      const object = nearest(objects, address);
      if (object === null || address > object.address + object.size || object.of.storage === 'heap') continue;
      return this.#addressed.has(object.of.id) ? object : null;
    }
    const size = this.runtime.heap.sizeOf(address);
    const allocation = this.#allocations.get(address);
    if (size === null || target === null || allocation === undefined) return null;
    const one = target.kind === 'void' || target.kind === 'function' ? 0n : (this.runtime.layout.sizeOf(target) ?? 0n);
    const length = one === 0n ? 0n : BigInt(size) / one;
    return { address, size, type: { kind: 'array', element: target, length }, of: allocation, owner: null };
  }

  /** Returns objects of static storage, by address. */
  #staticObjects(): readonly LiveObject[] {
    this.#statics ??= this.runtime.program.globals
      .filter((variable) => !isStandardStream(variable))
      .map((variable) => ({
        address: this.runtime.globals.get(variable.id) ?? 0,
        size: this.runtime.globalSizes.get(variable.id) ?? 0,
        type: variable.type,
        of: variable,
        owner: null,
      }))
      .sort((a, b) => a.address - b.address);
    return this.#statics;
  }

  *#visible(): Iterable<LiveObject> {
    for (const object of this.#staticObjects()) if (isVisible(object)) yield object;
  }

  /**
   * Returns variables in the memory of the innermost activations whose address the program takes, by
   * address.
   */
  #stackObjects(): readonly LiveObject[] {
    const objects: LiveObject[] = [];
    let activation = this.runtime.activation;
    for (let depth = 0; activation !== null && depth < MOST_ACTIVATIONS; depth++, activation = activation.parent) {
      if (activation.code === null) continue;
      const { function: fn, frame } = activation.code as CompiledFunction;
      for (const variable of [...fn.parameters, ...fn.locals]) {
        const offset = frame.offsets.get(variable.id);
        if (offset === undefined || isVariableLength(variable.type) || !this.#addressed.has(variable.id)) continue;
        const address = (activation.frame[0] as number) + offset;
        objects.push({
          address,
          size: sizeOf(variable.type, this.runtime.layout),
          type: variable.type,
          of: variable,
          owner: activation,
        });
      }
    }
    return objects.sort((a, b) => a.address - b.address);
  }
}

/** Returns the last of the objects, sorted by address, that begins at the address or before it. */
function nearest(objects: readonly LiveObject[], address: number): LiveObject | null {
  let [low, high] = [0, objects.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (objects[middle].address <= address) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : objects[low - 1];
}

function isVisible({ of }: LiveObject): boolean {
  return of.storage === 'static' && of.external;
}
