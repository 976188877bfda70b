import type { Variable } from '../../c/ast.ts';
import { isVariableLength } from '../../c/type/type-tools.ts';
import type { CType } from '../../c/types.ts';
import { isConstantPart, isConstantVariable } from '../constant-objects.ts';
import { changeSite, numberedSite } from '../inputs.ts';
import { writerOf } from './access.ts';
import { type Activation, pathOf } from './activation.ts';
import { addressedVariables } from './addressed-variables.ts';
import type { CompiledFunction } from './code.ts';
import { heldPointers } from './held-pointers.ts';
import type { ChangeRequest, Runtime } from './runtime.ts';
import { leavesOf } from './sources/leaves.ts';
import { isStandardStream } from './statics.ts';
import { isScalarType, sizeOf, type Value } from './values.ts';

/** Activations, from the running one on, whose variables external functions may change. Those of others stay as they are. */
const MOST_ACTIVATIONS = 256;
/** Bytes of an object in which integers are searched for addresses. */
const MOST_SEARCHED = 4096;
const BOOL: CType = { kind: 'integer', name: 'bool' };

/** A live object that a call leads to. */
interface LiveObject {
  readonly address: number;
  readonly size: number;
  readonly type: CType;
  /** Null for a block of the heap, which stays as it is. */
  readonly variable: Variable | null;
  /** Whose variable it is; null for objects of static storage and for blocks. */
  readonly owner: Activation | null;
}

/** A pointer with the type that it leads to; null where an integer is the address. */
interface Lead {
  readonly address: number;
  readonly target: CType | null;
}

/**
 * What external functions read as `havoc` know, and what they change. They know globals of external linkage, what
 * earlier calls were told of, and all that pointers there lead to. Never more changes than the encoder allows: what is
 * not sure to be reached stays as it is. Integers lead to objects in runs whose inputs are known; where inputs are drawn,
 * one might be an address by chance.
 */
export class ExternalMemory {
  /** Objects that calls were told of, by address. */
  readonly #told = new Map<number, LiveObject>();
  /** Numbers of calls that changed anything, by site. */
  readonly #changing = new Map<string, number>();
  readonly #addressed: ReadonlySet<number>;
  #statics: readonly LiveObject[] | null = null;

  constructor(private readonly runtime: Runtime) {
    this.#addressed = addressedVariables(runtime.program);
  }

  /** Forgets the run before. */
  reset(): void {
    this.#told.clear();
    this.#changing.clear();
  }

  /** Notes that the object at an address begins a new lifetime, of which nobody was told. */
  restart(address: number): void {
    this.#told.delete(address);
  }

  /** Makes the changes of a call. @throws {Halt} when a strict source is exhausted */
  call(by: string, values: readonly Value[], types: readonly CType[]): void {
    const { runtime } = this;
    const site = runtime.site();
    const changes = runtime.input('external-change', BOOL, by, null, { site, by }) !== 0;
    const reached = this.#reach(values, types, changes && runtime.options.inputs.known === true);
    for (const object of reached) if (object.variable !== null && !isVisible(object)) this.#told.set(object.address, object);
    if (!changes) return;
    const number = (this.#changing.get(site) ?? 0) + 1;
    this.#changing.set(site, number);
    for (const object of reached) {
      const { variable, owner } = object;
      if (variable === null || isConstantVariable(variable)) continue;
      const path = owner === null ? null : pathOf(owner, runtime.shared);
      const change: ChangeRequest = { site: numberedSite(changeSite(site, variable.id, path), () => number), by };
      if (runtime.input('external-change', BOOL, variable.name, null, change) !== 0)
        this.#change(object, variable, change, reached);
    }
  }

  #change({ address, size, type }: LiveObject, { name }: Variable, change: ChangeRequest, reached: readonly LiveObject[]): void {
    const { runtime } = this;
    const { memory } = runtime;
    if (isScalarType(type) && type.kind !== 'pointer') {
      const value = runtime.input('external-content', type, name, null, change);
      writerOf(runtime.represent(type))(memory.view, memory.writable(address, size), value);
      return;
    }
    const bytes = memory.bytes.subarray(address, address + size);
    const constant = (leavesOf(type, runtime.layout) ?? []).filter(({ path }) => isConstantPart(type, path));
    const pointers = heldPointers(type, runtime.layout);
    runtime.changedContent(type, name, bytes, change, (content) => {
      const keep = (from: number, to: number): void => content.set(bytes.subarray(from, to), from);
      for (const { bitOffset, bits, count } of constant) {
        keep(Math.floor(bitOffset / 8), Math.ceil((bitOffset + bits * (count ?? 1)) / 8));
      }
      for (const { offset } of pointers) {
        const word = this.#word(content, offset);
        const leads = word === 0 || reached.some((object) => object.address === word);
        if (!leads) keep(offset, offset + runtime.pointerSize);
      }
    });
  }

  /** Collects the live objects that a call with these arguments leads to. */
  #reach(values: readonly Value[], types: readonly CType[], integers: boolean): readonly LiveObject[] {
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
    };
    for (const object of this.#visible()) add(object);
    for (const object of this.#told.values()) {
      const { address, owner } = object;
      const there = owner === null ? object : nearest(stack, address);
      if (there?.address === address && there.owner === owner) add(object);
    }
    for (const [i, value] of values.entries()) for (const lead of this.#leadsOf(value, types[i], integers)) follow(lead);
    for (let object = todo.pop(); object !== undefined; object = todo.pop()) {
      const { address, size, type } = object;
      const bytes = this.runtime.memory.bytes.subarray(address, address + size);
      for (const lead of this.#leadsIn(bytes, type, integers)) follow(lead);
    }
    return [...found.values()];
  }

  *#leadsOf(value: Value, type: CType, integers: boolean): Iterable<Lead> {
    if (value instanceof Uint8Array) yield* this.#leadsIn(value, type, integers);
    else if (typeof value !== 'number' && typeof value !== 'bigint') return;
    else if (type.kind === 'pointer') yield { address: Number(value), target: type.target };
    else if (integers && type.kind === 'integer') yield { address: Number(BigInt.asUintN(64, BigInt(value))), target: null };
  }

  *#leadsIn(bytes: Uint8Array, type: CType, integers: boolean): Iterable<Lead> {
    const { layout, pointerSize } = this.runtime;
    for (const { offset, target, certain } of heldPointers(type, layout)) {
      if (certain || integers) yield { address: this.#word(bytes, offset), target };
    }
    if (!integers) return;
    const end = Math.min(bytes.length, MOST_SEARCHED) - pointerSize;
    for (let offset = 0; offset <= end; offset += pointerSize) yield { address: this.#word(bytes, offset), target: null };
  }

  #word(bytes: Uint8Array, offset: number): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (this.runtime.pointerSize === 4) return offset + 4 <= bytes.length ? view.getUint32(offset, true) : 0;
    return offset + 8 <= bytes.length ? Number(view.getBigUint64(offset, true)) : 0;
  }

  #objectAt(address: number, target: CType | null, stack: readonly LiveObject[]): LiveObject | null {
    for (const objects of [this.#staticObjects(), stack]) {
      const object = nearest(objects, address);
      if (object !== null && address <= object.address + object.size)
        return this.#addressed.has(object.variable?.id ?? -1) ? object : null;
    }
    const size = this.runtime.heap.sizeOf(address);
    if (size === null || target === null) return null;
    const one = target.kind === 'void' || target.kind === 'function' ? 0n : (this.runtime.layout.sizeOf(target) ?? 0n);
    const length = one === 0n ? 0n : BigInt(size) / one;
    return { address, size, type: { kind: 'array', element: target, length }, variable: null, owner: null };
  }

  /** Objects of static storage, by address. */
  #staticObjects(): readonly LiveObject[] {
    this.#statics ??= this.runtime.program.globals
      .filter((variable) => !isStandardStream(variable))
      .map((variable) => ({
        address: this.runtime.globals.get(variable.id) ?? 0,
        size: this.runtime.globalSizes.get(variable.id) ?? 0,
        type: variable.type,
        variable,
        owner: null,
      }))
      .sort((a, b) => a.address - b.address);
    return this.#statics;
  }

  *#visible(): Iterable<LiveObject> {
    for (const object of this.#staticObjects()) if (isVisible(object)) yield object;
  }

  /** Variables in the memory of the innermost activations, whose address the program takes, by address. */
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
          variable,
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

function isVisible({ variable }: LiveObject): boolean {
  return variable !== null && variable.storage === 'static' && variable.external;
}
