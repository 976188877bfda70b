import type { Wide } from '../base/wide.ts';
import { treatmentOf } from '../c/builtins/library/table.ts';
import type { CType } from '../c/types/types.ts';
import type { AutomatonFunction, Edge } from '../program/cfa/automaton.ts';
import { ORDER_CHOICE, orderChosenBy } from '../program/cfa/beyond.ts';
import { callOf, givesInput } from '../program/cfa/meaning.ts';
import { writerOf } from './access.ts';
import { type Activation, type Frame, type NativeProcess, SWITCH } from './activation.ts';
import type { CodeCache, CompiledFunction } from './code.ts';
import { compatible, resultFitter } from './convention.ts';
import { ExternalMemory } from './external-memory.ts';
import { type Native, NativeCall, type NativeWithCallbacks } from './library/native.ts';
import type { Library } from './library/table.ts';
import { Halt, memoryFault, undefinedBehaviour, unsupported } from './outcome.ts';
import type { Runtime } from './runtime.ts';
import { ToldMemory } from './told-memory.ts';
import { readGiven, unknownResult } from './unknown-functions.ts';
import type { Value } from './values.ts';
import { layVariadicArguments } from './varargs.ts';

type Store = ((frame: Frame, value: Value) => void) | null;

/** A call with evaluated arguments. */
export interface Call {
  readonly function: AutomatonFunction;
  readonly values: readonly Value[];
  readonly types: readonly CType[];
  /** The type in which the caller reads the result. */
  readonly resultType: CType;
  readonly store: Store;
  /** Location at which the caller continues. */
  readonly resume: number;
}

/** Puts the arguments of a call into a new frame. */
type Binder = (frame: Frame, values: readonly Value[]) => void;

/** A place that calls a function of the program. */
export interface Entrance {
  readonly code: CompiledFunction;
  readonly types: readonly CType[];
  readonly bind: Binder;
  readonly store: Store;
}

const ACTIVATION_BYTES = 128;

/**
 * Calls and returns. Functions of the program run on explicit activations; library functions run at
 * once or as processes.
 */
export class Calls {
  readonly #binders = new Map<CompiledFunction, { types: readonly CType[]; bind: Binder }[]>();
  readonly #maxDepth: number;
  /** Knowledge and changes of external functions; null if none of them changes anything in runs. */
  readonly externals: ExternalMemory | null;

  constructor(
    private readonly runtime: Runtime,
    private readonly codes: CodeCache,
    private readonly library: Library,
  ) {
    this.#maxDepth = Math.floor((runtime.options.stackLimit ?? 32 << 20) / ACTIVATION_BYTES);
    const changes = runtime.program.functions.some((fn) => fn !== null && runtime.readingOf(fn) === 'havoc');
    this.externals = changes ? new ExternalMemory(runtime) : null;
    runtime.lifetimes = this.externals;
  }

  /** Returns the model of a library function, if there is one. */
  libraryFunction(name: string): Native | undefined {
    return this.library.functions.get(name);
  }

  /** Whether a call of the function is complete when it has been made, without an activation of its own. */
  returnsAtOnce(fn: AutomatonFunction): boolean {
    return !fn.defined && !this.runtime.isError(fn) && this.#processOf(fn) === undefined;
  }

  /** Returns the library's implementation of a function. An external function of the same name has none. */
  #nativeOf({ name, origin }: AutomatonFunction): Native | undefined {
    if (origin === 'external') return undefined;
    const native = this.library.functions.get(orderChosenBy(name) === null ? name : ORDER_CHOICE);
    const { memory } = this.runtime;
    if (native === undefined || !(memory instanceof ToldMemory)) return native;
    return (call) => memory.tell(() => native(call));
  }

  #processOf({ name, origin }: AutomatonFunction): NativeWithCallbacks | undefined {
    return origin === 'external' ? undefined : this.library.processes.get(name);
  }

  /** Returns the compiled function; null if the function cannot run. */
  codeOf(fn: AutomatonFunction): CompiledFunction | null {
    try {
      return this.codes.of(fn);
    } catch (error) {
      if (error instanceof Halt) return null;
      throw error;
    }
  }

  /**
   * Returns the model of a function that only computes: a call of it is not an error, and it does not
   * call back.
   */
  simpleFunction(fn: AutomatonFunction): Native | undefined {
    return this.returnsAtOnce(fn) ? this.#nativeOf(fn) : undefined;
  }

  /** Returns the function at an address. @throws {Halt} if there is none */
  functionAt(address: Wide): AutomatonFunction {
    const id = this.runtime.functionAt(address);
    const fn = id === null ? null : this.runtime.program.functions[id];
    if (fn !== null && fn !== undefined) return fn;
    if (BigInt(address) === 0n) return memoryFault('deref', 'call through a null pointer', 'null-pointer');
    return memoryFault('contested', 'call through a pointer to no function', 'invalid-address');
  }

  /** Calls a function. Returns the location at which to continue, or SWITCH. */
  call(call: Call, edge: Edge): number {
    const { function: fn } = call;
    if (this.runtime.isError(fn)) throw new Halt({ kind: 'error', function: fn.name });
    if (fn.defined) {
      this.enter(this.entrance(call), call.values, call.resume, this.runtime.activation, edge);
      return SWITCH;
    }
    const process = this.#processOf(fn);
    if (process !== undefined) {
      const native = new NativeCall(this.runtime, fn.name, call.values, call.types, fn.type.result);
      this.runtime.activation!.resume = call.resume;
      this.start(process(native), edge, call.store);
      return SWITCH;
    }
    const result = this.#callNative(call);
    if (call.store !== null && result !== undefined) {
      call.store(this.runtime.activation!.frame, resultFitter(this.runtime.represent(call.resultType))(result));
    }
    return call.resume;
  }

  #callNative(call: Call): Value | undefined {
    const { function: fn, values, types } = call;
    const native = this.#nativeOf(fn);
    if (native !== undefined) return native(new NativeCall(this.runtime, fn.name, values, types, fn.type.result));
    if (!givesInput(fn)) unsupported(callOf(fn));
    if (fn.origin === 'library' && this.runtime.program.watched.includes('deref'))
      readGiven(this.runtime, fn.name, values);
    if (treatmentOf(fn.name) === 'approximate') this.runtime.approximate.add(fn.name);
    return unknownResult(this.runtime, this.externals, fn, values, types, call.resultType);
  }

  /** Prepares a place that calls a function of the program, for any number of calls. @throws {Halt} */
  entrance(call: Omit<Call, 'values' | 'resume'>): Entrance {
    const { function: fn, types } = call;
    const code = this.codes.of(fn);
    if (types.length < fn.parameters.length) undefinedBehaviour(`call of ${fn.name} with too few arguments`);
    return { code, types, bind: this.#binder(code, types), store: this.#adaptedStore(fn, call) };
  }

  /** Makes a call's activation the running one; `parent` continues at `resume`. @throws {Halt} */
  enter(
    entrance: Entrance,
    values: readonly Value[],
    resume: number,
    parent: Activation | null,
    edge: Edge | null,
  ): void {
    const { runtime } = this;
    const { stack, memory } = runtime;
    const { code, types, bind, store } = entrance;
    const depth = parent === null ? 0 : parent.depth + 1;
    if (depth > this.#maxDepth) throw new Halt({ kind: 'limit', which: 'stack' });
    if (parent !== null) parent.resume = resume;
    const mark = stack.mark();
    const { type, parameters } = code.function;
    const surplus = type.variadic ? layVariadicArguments(runtime, values, types, parameters.length) : 0;
    const frame: Frame = new Array(code.slotCount).fill(undefined);
    if (code.memorySize > 0) {
      runtime.hadUnknownMemory = true;
      const address = stack.push(code.memorySize, code.memoryAlignment);
      memory.bytes.fill(0, address, address + code.memorySize);
      memory.openLike(address, code.template);
      frame[0] = address;
    }
    bind(frame, values);
    runtime.activation = {
      code,
      process: null,
      frame,
      parent,
      callEdge: edge,
      resume: code.function.entry,
      store,
      mark,
      surplus,
      path: null,
      depth,
      arrays: null,
    };
  }

  /**
   * Returns a store that reads the result of a call through a pointer of another type as the ABI passes
   * it.
   */
  #adaptedStore(fn: AutomatonFunction, { store, resultType }: Pick<Call, 'store' | 'resultType'>): Store {
    if (store === null || fn.type.result === resultType) return store;
    if (fn.type.result.kind === 'void') return null;
    const from = this.runtime.represent(fn.type.result);
    const to = this.runtime.represent(resultType);
    const adapt = compatible(from, to, this.runtime.pointerSize);
    if (adapt === 'same') return store;
    if (adapt === 'different') return () => undefinedBehaviour(`use of the result of ${fn.name} with another type`);
    return (frame, value) => store(frame, adapt(value));
  }

  #binder(code: CompiledFunction, types: readonly CType[]): Binder {
    let known = this.#binders.get(code);
    if (known === undefined) this.#binders.set(code, (known = []));
    for (const { types: others, bind } of known) {
      if (others === types || (others.length === types.length && others.every((type, index) => type === types[index])))
        return bind;
    }
    const bind = this.#makeBinder(code, types);
    known.push({ types, bind });
    return bind;
  }

  #makeBinder(code: CompiledFunction, types: readonly CType[]): Binder {
    const { runtime } = this;
    const { memory } = runtime;
    const single = code.function.parameters.map((parameter, index): ((frame: Frame, value: Value) => void) => {
      const representation = runtime.represent(parameter.type);
      const adapt = compatible(runtime.represent(types[index]), representation, runtime.pointerSize);
      if (adapt === 'different') undefinedBehaviour(`call of ${code.function.name} with an argument of another type`);
      const convert = adapt === 'same' ? (value: Value) => value : adapt;
      const slot = code.frame.slots.get(parameter.id);
      if (slot !== undefined) {
        return (frame, value) => {
          frame[slot] = convert(value);
        };
      }
      const offset = code.frame.offsets.get(parameter.id) ?? 0;
      const write = writerOf(representation, memory.isLittle);
      const { size } = representation;
      if (memory.tracks)
        return (frame, value) =>
          write(memory.view, memory.initialised((frame[0] as number) + offset, size), convert(value));
      return (frame, value) => write(memory.view, (frame[0] as number) + offset, convert(value));
    });
    return (frame, values) => {
      for (let index = 0; index < single.length; index++) single[index](frame, values[index]);
    };
  }

  /** Returns from the running activation. `value` is undefined when there is none. */
  leave(value: Value | undefined): number {
    const { runtime } = this;
    const activation = runtime.activation!;
    runtime.stack.release(activation.mark);
    const { parent } = activation;
    runtime.activation = parent;
    if (parent === null) throw new Halt({ kind: 'exit', status: 0 });
    if (parent.process !== null) this.#advance(parent, value);
    else if (value !== undefined && activation.store !== null) activation.store(parent.frame, value);
    return SWITCH;
  }

  /** Runs a library function that calls back. */
  start(process: NativeProcess, edge: Edge | null, store: Store): void {
    const parent = this.runtime.activation;
    const activation: Activation = {
      code: null,
      process,
      frame: [],
      parent,
      callEdge: edge,
      resume: 0,
      store,
      mark: this.runtime.stack.mark(),
      surplus: 0,
      path: null,
      depth: parent === null ? 0 : parent.depth + 1,
      arrays: null,
    };
    this.runtime.activation = activation;
    this.#advance(activation, undefined);
  }

  #advance(start: Activation, given: Value | undefined): void {
    const { runtime } = this;
    let activation = start;
    let value = given;
    for (;;) {
      runtime.edge = activation.callEdge;
      const next = activation.process!.next(value);
      if (next.done) {
        runtime.activation = activation.parent;
        const { parent } = activation;
        if (parent === null) throw new Halt({ kind: 'exit', status: 0 });
        if (parent.process === null) {
          if (activation.store !== null && next.value !== undefined) activation.store(parent.frame, next.value);
          return;
        }
        activation = parent;
        value = next.value;
        continue;
      }
      const { address, arguments: values, types } = next.value;
      const fn = this.functionAt(address);
      const call: Call = { function: fn, values, types, resultType: fn.type.result, store: null, resume: 0 };
      if (runtime.isError(fn)) throw new Halt({ kind: 'error', function: fn.name });
      if (fn.defined) {
        this.enter(this.entrance(call), values, 0, activation, activation.callEdge);
        return;
      }
      const process = this.#processOf(fn);
      if (process !== undefined) {
        this.start(process(new NativeCall(runtime, fn.name, values, types, fn.type.result)), activation.callEdge, null);
        return;
      }
      value = this.#callNative(call);
    }
  }
}
