import { INT, pointerTo, sizeType } from '../c/types/type-basics.ts';
import type { CType } from '../c/types/types.ts';
import type { AutomatonFunction } from '../program/cfa/automaton.ts';
import { isConstantPart, isConstantVariable } from '../program/cfa/constant-objects.ts';
import { isExternalObject } from '../program/cfa/external-objects.ts';
import { changeSite, numberedSite } from '../program/cfa/inputs.ts';
import {
  fitsFunction,
  functionName,
  NULL_NAME,
  placesFor,
  placesInBrought,
  pointerParts,
  pointerSite,
} from '../program/cfa/pointer-choices.ts';
import { leavesOf } from '../program/inputs/leaves.ts';
import { writeAddress, writerOf } from './access.ts';
import type { Activation } from './activation.ts';
import { heldPointers } from './held-pointers.ts';
import { Halt } from './outcome.ts';
import { type Allocation, type LiveObject, ReachableObjects } from './reachable-objects.ts';
import type { ChangeRequest, LifetimeObserver, Runtime } from './runtime.ts';
import { isScalarType, type Value } from './values.ts';

/** Limit of the callbacks of one call in runs whose inputs are drawn. */
const MOST_DRAWN_CALLS = 3;
const BOOL: CType = { kind: 'integer', name: 'bool' };
const UCHAR: CType = { kind: 'integer', name: 'uchar' };

/** An object or function that a pointer may lead to. */
interface Choice {
  readonly address: number;
  /** Offsets in bytes at which the pointer may lead into the object. */
  readonly places: readonly number[];
  /** The object's name for users. */
  readonly text: string;
}

/**
 * The changes of external functions read as `havoc`. They know globals of
 * external linkage, the objects passed to earlier calls, and all targets of pointers there.
 *
 * The changes are a subset of those that the encoder allows: an object that is not surely reached
 * stays as it is. Integers lead to objects in runs whose inputs are known. Where inputs are drawn, an
 * integer might be an address by chance.
 */
export class ExternalMemory implements LifetimeObserver {
  /** Numbers of calls that changed anything, by site. */
  readonly #changing = new Map<string, number>();
  /** The last call, until its callbacks begin; null afterwards. */
  #last: { readonly caller: Activation; readonly resume: number; readonly by: AutomatonFunction } | null = null;
  /**
   * Objects that the external function has reached since it was called, or since its last callback
   * returned.
   */
  #reached: readonly LiveObject[] = [];
  /** External functions that call back, by the activation that makes their calls, with the number of calls. */
  #calling = new WeakMap<Activation, { readonly by: AutomatonFunction | null; calls: number }>();
  readonly #objects: ReachableObjects;

  constructor(private readonly runtime: Runtime) {
    this.#objects = new ReachableObjects(runtime);
  }

  reset(): void {
    this.#objects.reset();
    this.#changing.clear();
    this.#last = null;
    this.#reached = [];
    this.#calling = new WeakMap();
  }

  restart(address: number): void {
    this.#objects.restart(address);
  }

  allocated(address: number): void {
    this.#objects.allocated(address);
  }

  /** Makes the changes of a call, before its callbacks. @throws {Halt} when a strict source is exhausted */
  call(by: AutomatonFunction, values: readonly Value[], types: readonly CType[]): void {
    this.#changes(by.name, values, types);
    const { activation, edge } = this.runtime;
    this.#last = activation === null || edge === null ? null : { caller: activation, resume: edge.to, by };
  }

  /**
   * Returns the position, from 1, of the function that the external function calls back next; 0 for
   * none. It calls only functions that it received, and only where the call before entered it. The
   * search for callbacks foresees more.
   * @throws {Halt} when a strict source is exhausted
   */
  chooseCallback(functions: readonly number[]): number {
    const { runtime } = this;
    const state = this.#stateOfCalling();
    const ended = state.by === null || (runtime.options.inputs.known !== true && state.calls >= MOST_DRAWN_CALLS);
    const choices = functions.map((id) =>
      !ended && this.#objects.functions.has(id) ? (runtime.program.functions[id]?.name ?? null) : null,
    );
    const fit = (value: bigint): bigint => {
      const number = BigInt.asUintN(32, value) % BigInt(functions.length + 1);
      return (choices[Number(number) - 1] ?? null) === null ? 0n : number;
    };
    const by = state.by?.name ?? '';
    const chosen = Number(runtime.input('external-call', INT, by, null, { site: null, by, choices, fit }));
    if (chosen !== 0) state.calls++;
    else if (state.by?.noreturn === true) throw new Halt({ kind: 'aborted', function: by });
    return chosen;
  }

  /** Returns the external function that makes the present callbacks; null if the call entered none. */
  caller(): string | null {
    return this.#stateOfCalling().by?.name ?? null;
  }

  /**
   * Returns the address that an external function gives to a pointer. Null if none is chosen, or the
   * chosen one is not among those that it may give. `name`: the name of the pointer.
   * @throws {Halt} when a strict source is exhausted
   */
  pointer(type: CType & { kind: 'pointer' }, name: string, change: ChangeRequest): number | null {
    const { runtime } = this;
    const { target } = type;
    const choices = new Map<string, Choice>();
    const textOf = (chosen: string): string => {
      if (choices.size === 0) list();
      return choices.get(chosen)?.text ?? 'nothing that it reaches';
    };
    const list = (): readonly string[] => {
      choices.set(NULL_NAME, { address: 0, places: [0], text: 'NULL' });
      for (const object of this.#reached) {
        const brought = object.of.storage !== 'heap' && isExternalObject(object.of);
        const places = (brought ? placesInBrought : placesFor)(object.type, target, runtime.layout);
        if (places.length > 0)
          choices.set(this.#objects.nameOf(object), { address: object.address, places, text: object.of.name });
      }
      for (const id of this.#objects.functions) {
        const fn = runtime.program.functions[id];
        if (fn !== null && fn !== undefined && fitsFunction(fn.type, target))
          choices.set(functionName(id), { address: runtime.functionAddress(id), places: [0], text: fn.name });
      }
      return [...choices.keys()];
    };
    const chosen = runtime.pointerInput(type, name, { ...change, textOf }, list);
    if (chosen === null) return null;
    if (choices.size === 0) list();
    const choice = choices.get(chosen);
    const { places } = choice ?? { places: [0] };
    const known = runtime.options.inputs.known === true;
    const fit = (value: bigint): bigint =>
      known ? value : BigInt(places[Number(BigInt.asUintN(64, value) % BigInt(places.length))] ?? 0);
    const offset = Number(
      runtime.input('external-offset', sizeType(runtime.program.dataModel), name, null, { ...change, fit }),
    );
    return choice === undefined || !places.includes(offset) ? null : choice.address + offset;
  }

  /**
   * Makes the changes of an external function between two callbacks. @throws {Halt} when a strict source
   * is exhausted
   */
  calledBack(): void {
    const by = this.caller();
    if (by !== null) this.#changes(by, [], []);
  }

  #stateOfCalling(): { readonly by: AutomatonFunction | null; calls: number } {
    const activation = this.runtime.activation!;
    let state = this.#calling.get(activation);
    if (state === undefined) {
      const last = this.#last;
      const entered = last !== null && last.caller === activation.parent && last.resume === activation.callEdge?.from;
      this.#last = null;
      this.#calling.set(activation, (state = { by: entered ? last.by : null, calls: 0 }));
    }
    return state;
  }

  #changes(by: string, values: readonly Value[], types: readonly CType[]): void {
    const { runtime } = this;
    const site = runtime.site();
    const changes = runtime.input('external-change', BOOL, by, null, { site, by }) !== 0;
    const reached = this.#objects.from(values, types, runtime.options.inputs.known === true);
    this.#reached = reached;
    if (!changes) return;
    const number = (this.#changing.get(site) ?? 0) + 1;
    this.#changing.set(site, number);
    for (const object of reached) {
      if (object.of.storage === 'heap' ? runtime.options.inputs.known !== true : isConstantVariable(object.of))
        continue;
      const change = { site: numberedSite(this.#siteOf(object, site), () => number), by };
      if (runtime.input('external-change', BOOL, object.of.name, null, change) !== 0)
        this.#change(object, change, reached);
    }
  }

  #siteOf(object: LiveObject, call: string): string {
    return changeSite(call, this.#objects.nameOf(object));
  }

  #change(object: LiveObject, change: ChangeRequest & { readonly site: string }, reached: readonly LiveObject[]): void {
    const { runtime } = this;
    const { address, size, type, of } = object;
    const { memory } = runtime;
    if (of.storage === 'heap') {
      this.#changeBlock(object, of, change);
      return;
    }
    if (isScalarType(type) && type.kind !== 'pointer') {
      const value = runtime.input('external-content', type, of.name, null, change);
      writerOf(runtime.represent(type), memory.isLittle)(memory.view, memory.writable(address, size), value);
      return;
    }
    const bytes = memory.bytes.subarray(address, address + size);
    const constant = (leavesOf(type, runtime.layout) ?? []).filter(({ path }) => isConstantPart(type, path));
    runtime.changedContent(type, of.name, bytes, change, (content) => {
      const keep = (from: number, to: number): void => content.set(bytes.subarray(from, to), from);
      for (const { bitOffset, bits, count } of constant) {
        keep(Math.floor(bitOffset / 8), Math.ceil((bitOffset + bits * (count ?? 1)) / 8));
      }
      for (const { offset } of heldPointers(type, runtime.layout)) {
        const word = this.#objects.wordAt(content, offset);
        const leads = word === 0 || reached.some((other) => other.address === word);
        if (!leads) keep(offset, offset + runtime.pointerSize);
      }
      this.setPointers(type, of.name, content, change, true);
    });
  }

  /**
   * Sets the pointers in an object that are not constant to those that the external function chooses.
   * `asks`: the function may leave each of them as it is, which is then an input.
   */
  setPointers(
    type: CType,
    name: string,
    content: Uint8Array,
    change: ChangeRequest & { readonly site: string },
    asks = false,
  ): void {
    const { runtime } = this;
    const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
    for (const { path, offset, target, name: part } of pointerParts(type, runtime.layout)) {
      if (isConstantPart(type, path)) continue;
      const here = { ...change, site: pointerSite(change.site, path) };
      if (asks && runtime.input('external-change', BOOL, name, null, here) === 0) continue;
      const address = this.pointer(pointerTo(target), `${name}${part}`, here);
      if (address === null) continue;
      writeAddress(view, offset, runtime.pointerSize, address, runtime.memory.isLittle);
    }
  }

  /** Changes the bytes of a block, except its pointers and words that lead to an object. */
  #changeBlock({ address, size, type }: LiveObject, { name }: Allocation, change: ChangeRequest): void {
    const { runtime } = this;
    const { pointerSize, layout } = runtime;
    const bytes = runtime.memory.bytes.subarray(address, address + size);
    const content: CType = { kind: 'array', element: UCHAR, length: BigInt(size) };
    const kept = [...heldPointers(type, layout).map(({ offset }) => offset), ...this.#objects.leadingWords(bytes)];
    runtime.changedContent(content, name, bytes, change, (changed) => {
      for (const offset of kept) changed.set(bytes.subarray(offset, offset + pointerSize), offset);
    });
  }
}
