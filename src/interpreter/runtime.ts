import type { SourceLocation } from '../base/source.ts';
import { type Wide, wide } from '../base/wide.ts';
import { intoRange, type ResultBounds } from '../c/builtins/library/ranges.ts';
import { Layout } from '../c/types/layout.ts';
import type { CType } from '../c/types/types.ts';
import type { AutomatonFunction, Edge, Program } from '../program/cfa/automaton.ts';
import { failLeaks } from '../program/cfa/checks/kinds.ts';
import { errorFunctionIds } from '../program/cfa/error-functions.ts';
import { readingOf } from '../program/cfa/external-functions.ts';
import type { ExternalReading } from '../program/cfa/externals.ts';
import { isCallbacks } from '../program/cfa/hidden-callbacks.ts';
import type { InputRequest, ProgramInput } from '../program/cfa/inputs.ts';
import type { StandardStream } from '../program/cfa/standard-streams.ts';
import { recordContent } from '../program/inputs/list.ts';
import { type Activation, pathOf } from './activation.ts';
import { type Moves, movesOf } from './displace.ts';
import { ErrnoState } from './errno.ts';
import { type FloatEnvironment, floatEnvironment } from './float-environment.ts';
import { Heap } from './heap.ts';
import { type InputDecoder, inputDecoder } from './input-values.ts';
import { Files } from './library/files.ts';
import type { RandomState } from './library/random-state.ts';
import { CODE_START, LABEL_START, Memory, type MemorySnapshot } from './memory.ts';
import type { LeakedBlock, RunOptions } from './options.ts';
import { Approximations, Halt } from './outcome.ts';
import { SharedLiterals } from './shared-literals.ts';
import { Stack } from './stack.ts';
import { ToldMemory } from './told-memory.ts';
import { type Representation, representationOf, type Value } from './values.ts';

const DEFAULT_MEMORY = 1 << 30;
/** Limit of the values in a record of inputs. */
const MAX_RECORDED = 2_000_000;
const DEFAULT_STACK = 64 << 20;
/** Bytes between objects in programs that tell accesses outside of them, so that few accesses jump over them. */
const WATCHED_RED_ZONE = 128;
/** Limit of the paths whose sites are kept as strings. */
const MAX_PATHS = 10_000;
const NO_PATH: readonly number[] = [];
const NOWHERE: SourceLocation = { file: '', line: 0, column: 0 };

/**
 * The state of a run, and of the later runs of the same program, with the operations that compiled
 * steps and library functions use.
 */
export class Runtime {
  readonly layout: Layout;
  readonly memory: Memory;
  readonly heap: Heap;
  readonly stack: Stack;
  /** The running activation; null before `main` and after its end. */
  activation: Activation | null = null;
  /** The current edge. Steps that may ask for it (calls, declarations, intrinsics) keep it up to date. */
  edge: Edge | null = null;
  /** Addresses of objects of static storage, by variable id. */
  readonly globals = new Map<number, number>();
  /** Sizes in bytes of these objects, by variable id. */
  readonly globalSizes = new Map<number, number>();
  /** Addresses of the constant objects among them. */
  readonly constants = new Set<number>();
  /** FILE objects of the standard streams that the program declares, by address. */
  readonly standardStreams = new Map<number, StandardStream>();
  readonly approximate: Approximations;
  readonly floats: FloatEnvironment;
  /** Inputs of the run, if it records them. */
  inputs: ProgramInput[] = [];
  files: Files;
  options: RunOptions;
  /** Types of the surplus arguments of variadic calls, by address. */
  readonly surplusTypes = new Map<number, CType | null>();
  /** Functions registered by `atexit`, in order. */
  readonly exitHandlers: Wide[] = [];
  /** Ids of functions whose call is an error. */
  readonly #errorFunctions: ReadonlySet<number>;
  /** Whether the program checks blocks of the heap. */
  readonly checksBlocks: boolean;
  /** Functions that the linker laid out once, by id. */
  readonly shared: ReadonlySet<number>;
  /** Whether code that was compiled makes pointers of numbers other than null. */
  makesNumberPointers = false;
  readonly moves: Moves;
  readonly literals = new SharedLiterals(this);
  /** State of `rand`; null before its first use. */
  random: RandomState | null = null;
  /** State of library functions that have one, by name. */
  readonly libraryState = new Map<string, number>();
  readonly errno: ErrnoState;
  /** Joins of one thread among many that found some of these alive. */
  earlyJoins = 0;
  /** See `RunResult`. */
  hadUnknownMemory = false;
  /** See `RunResult`. */
  leaked: LeakedBlock | null = null;
  /** Places of allocations by address, where the trace of a run is to say which block is lost. */
  readonly #allocations = new Map<number, SourceLocation>();
  /** See `RunResult`. */
  external: string | null = null;
  /** Follows the lifetimes of objects; null if no external function changes anything in runs. */
  lifetimes: LifetimeObserver | null = null;
  #recorded = 0;
  readonly #representations = new Map<CType, Representation>();
  readonly #readings = new Map<AutomatonFunction, ExternalReading | null>();
  readonly #decoders = new Map<CType, InputDecoder>();
  /** Execution sites by path and edge. */
  readonly #sites = new Map<string, string[]>();
  /** Sum of the labels of all earlier functions, by function id. */
  #labelBases: number[] | null = null;

  constructor(
    readonly program: Program,
    options: RunOptions,
  ) {
    this.options = options;
    this.approximate = new Approximations(options.endsInexact === true);
    this.files = this.#filesOf(options);
    this.layout = new Layout(program);
    this.moves = movesOf(program);
    this.shared = new Set(program.shared);
    this.checksBlocks = failLeaks(options.errorFunctions);
    this.#errorFunctions = errorFunctionIds(program, options.errorFunctions);
    this.floats = floatEnvironment(program, this.approximate);
    const isWatched = program.watched.length > 0;
    const redZone = isWatched || program.judged.length > 0 ? WATCHED_RED_ZONE : undefined;
    const isLittle = program.byteOrder === 'little';
    const { driver, memoryLimit = DEFAULT_MEMORY, onUnknownRead = null } = options;
    this.memory =
      driver === undefined
        ? new Memory(memoryLimit, isLittle, onUnknownRead, redZone)
        : new ToldMemory(driver, memoryLimit, isLittle, onUnknownRead, redZone);
    this.heap = new Heap(this.memory, isWatched);
    this.stack = new Stack(this.memory, options.stackLimit ?? DEFAULT_STACK);
    this.errno = new ErrnoState(program, this.memory, this.globals, this.approximate);
    this.#noteAllocations();
  }

  #noteAllocations(): void {
    this.#allocations.clear();
    const isAsked = this.checksBlocks && this.options.record === 'trace';
    this.heap.onAllocated = isAsked ? (address) => this.edge && this.#allocations.set(address, this.edge.at) : null;
  }

  /** Notes which block is live or lost where the run ends. */
  noteLeak(address: number): void {
    const at = this.#allocations.get(address);
    this.leaked = at === undefined ? null : { address, at };
  }

  #filesOf(options: RunOptions): Files {
    return new Files(options, () => this.approximate.add('read of a file from outside'));
  }

  /**
   * Discards the last run's state; `statics`: the content of memory when a run begins. Compiled code
   * stays valid, as objects keep their addresses.
   */
  begin(options: RunOptions, statics: MemorySnapshot): void {
    this.options = options;
    this.memory.restore(statics);
    this.heap.reset();
    this.stack.reset();
    this.files = this.#filesOf(options);
    this.activation = null;
    this.edge = null;
    this.approximate.clear();
    this.floats.mode = 'nearest-even';
    this.inputs = [];
    this.#recorded = 0;
    this.earlyJoins = 0;
    this.hadUnknownMemory = false;
    this.external = null;
    this.leaked = null;
    this.#noteAllocations();
    this.lifetimes?.reset();
    this.surplusTypes.clear();
    this.exitHandlers.length = 0;
    this.random = null;
    this.libraryState.clear();
    this.errno.reset();
  }

  /** Returns the reading of an external function; null for other functions. */
  readingOf(fn: AutomatonFunction): ExternalReading | null {
    let reading = this.#readings.get(fn);
    if (reading === undefined) this.#readings.set(fn, (reading = readingOf(this.program, fn)));
    return reading;
  }

  get pointerSize(): 4 | 8 {
    return this.moves.pointerSize;
  }

  represent(type: CType): Representation {
    let representation = this.#representations.get(type);
    if (representation === undefined) {
      representation = representationOf(type, this.layout);
      this.#representations.set(type, representation);
    }
    return representation;
  }

  /** Whether a call of the function violates the property. */
  isError({ id }: AutomatonFunction): boolean {
    return this.#errorFunctions.has(id);
  }

  functionAddress(id: number): number {
    return CODE_START + 16 * id;
  }

  /** Returns the id of the function at an address; null if none starts there. */
  functionAt(address: Wide): number | null {
    if (typeof address !== 'number' || address < CODE_START || address >= LABEL_START) return null;
    const id = (address - CODE_START) / 16;
    return Number.isInteger(id) && this.program.functions[id] != null ? id : null;
  }

  labelAddress(functionId: number, location: number): number {
    this.#labelBases ??= this.#countLabels();
    return LABEL_START + 16 * (this.#labelBases[functionId] + location);
  }

  #countLabels(): number[] {
    let count = 0;
    return this.program.functions.map((fn) => {
      const base = count;
      count += fn?.locationCount ?? 0;
      return base;
    });
  }

  /**
   * The current place of the run, for messages and requests. Callbacks are at the call of the external
   * function.
   */
  get at(): SourceLocation | null {
    const code = this.activation?.code ?? null;
    if (code !== null && isCallbacks(code.function)) return this.activation?.callEdge?.at ?? null;
    return this.edge?.at ?? null;
  }

  /** Returns the execution site of the current edge, as in `ProgramInput.site`. */
  site(): string {
    const path = this.activation === null ? '' : pathOf(this.activation, this.shared);
    const edge = this.edge?.id ?? 0;
    let sites = this.#sites.get(path);
    if (sites === undefined) {
      if (this.#sites.size >= MAX_PATHS) this.#sites.clear();
      this.#sites.set(path, (sites = []));
    }
    // The same string object again saves maps by site from computing its hash.
    sites[edge] ??= `${path}:${edge}`;
    return sites[edge];
  }

  get #records(): boolean {
    return this.options.record === 'inputs' || this.options.record === 'trace';
  }

  /**
   * Takes a scalar from outside, as its unsigned bit pattern of `bits` bits. @throws {Halt} when a
   * strict source is exhausted
   */
  scalarInput(kind: ProgramInput['kind'], type: CType, name: string, bits: number): bigint {
    return BigInt.asUintN(bits, BigInt(this.#draw(kind, type, name, bits)));
  }

  /**
   * Takes a value of scalar type from outside. `range`: range of an integer; other values are mapped
   * into it.
   * @throws {Halt} when a strict source is exhausted
   */
  input(
    kind: ProgramInput['kind'],
    type: CType,
    name: string,
    range: ResultBounds | null = null,
    change: ChangeRequest | null = null,
  ): Value {
    let decoder = this.#decoders.get(type);
    if (type.kind === 'pointer') this.makesNumberPointers = true;
    if (decoder === undefined) this.#decoders.set(type, (decoder = inputDecoder(type, this.represent(type))));
    return decoder.decode(this.#draw(kind, type, name, decoder.bits, range, change));
  }

  /** Returns the number of the source: modulo 2^`bits`. */
  #draw(
    kind: ProgramInput['kind'],
    type: CType,
    name: string,
    bits: number,
    range: ResultBounds | null = null,
    change: ChangeRequest | null = null,
  ): Wide {
    const request = new Request(this, kind, type, name, change);
    let value: Wide = this.options.inputs.scalar(request);
    if (range !== null) {
      const raw = BigInt(value);
      const inside = intoRange(range.signed ? BigInt.asIntN(bits, raw) : BigInt.asUintN(bits, raw), range);
      value = wide(BigInt.asUintN(bits, inside));
    }
    if (change?.fit !== undefined) value = wide(change.fit(BigInt(value)));
    if (this.#records)
      this.#record({ kind, site: request.site, path: NO_PATH, value: BigInt.asUintN(bits, BigInt(value)) });
    return value;
  }

  /**
   * Gives an object of `size` bytes at `address` an unknown content. The site is that of the current
   * edge if `change` has none.
   */
  unknownContent(
    type: CType,
    name: string,
    address: number,
    size: number,
    kind: InputRequest['kind'] = 'uninitialised',
    change: ChangeRequest | null = null,
  ): void {
    this.hadUnknownMemory = true;
    const request = new Request(this, kind, type, name, change);
    const bytes = this.memory.bytes.subarray(address, address + size);
    bytes.fill(0);
    const filled = this.options.inputs.content(request, bytes, this.layout);
    this.memory.forget(address, size);
    // Zeros are recorded too, as replays take one entry per execution of the site.
    if (this.#records) for (const input of recordContent(request, bytes, filled, this.layout)) this.#record(input);
  }

  /**
   * Gives an object the content that an external function leaves there. `keep` restores the parts that
   * the function must not change.
   */
  changedContent(
    type: CType,
    name: string,
    bytes: Uint8Array,
    change: ChangeRequest,
    keep: (content: Uint8Array) => void,
  ): void {
    const request = new Request(this, 'external-content', type, name, change);
    const content = bytes.slice();
    this.options.inputs.content(request, content, this.layout);
    keep(content);
    bytes.set(content);
    if (this.#records) for (const input of recordContent(request, bytes, true, this.layout)) this.#record(input);
  }

  /** Asks for the name of the object that a pointer leads to; null where none is chosen. */
  pointerInput(type: CType, name: string, change: ChangeRequest, names: () => readonly string[]): string | null {
    const request = new Request(this, 'external-pointer', type, name, change);
    const value = this.options.inputs.pointer(request, names);
    if (value !== null && this.#records)
      this.#record({ kind: 'external-pointer', site: request.site, path: NO_PATH, value });
    return value;
  }

  /** Records an input, up to a limit. A record that grows without end would end the whole process. */
  #record(input: ProgramInput): void {
    this.#recorded += typeof input.value !== 'object' ? 1 : 1 + input.value.entries.length;
    if (this.#recorded > MAX_RECORDED) throw new Halt({ kind: 'limit', which: 'memory' });
    this.inputs.push(input);
  }
}

/** Follows the lifetimes of objects that external functions may know. */
export interface LifetimeObserver {
  /** Discards the data of the last run. */
  reset(): void;
  /** Records that the object at an address begins a new lifetime, which no call knows yet. */
  restart(address: number): void;
  /** Records that the current call makes the block at an address. */
  allocated(address: number): void;
}

/** A change or a callback by a call of an external function. */
export interface ChangeRequest {
  /** The site; null for that of the current edge. */
  readonly site: string | null;
  /** The external function. */
  readonly by?: string;
  readonly choices?: readonly (string | null)[];
  readonly textOf?: (name: string) => string;
  /** Maps the source's value to the one that the run uses. */
  readonly fit?: (value: bigint) => bigint;
}

/**
 * A request that computes its site only for sources that want it. It is valid until the source has
 * answered.
 */
class Request implements InputRequest {
  #site: string | null = null;

  constructor(
    private readonly runtime: Runtime,
    readonly kind: InputRequest['kind'],
    readonly type: CType,
    readonly name: string,
    private readonly change: ChangeRequest | null,
  ) {}

  get by(): string | undefined {
    return this.change?.by;
  }

  get textOf(): ((name: string) => string) | undefined {
    return this.change?.textOf;
  }

  get choices(): readonly (string | null)[] | undefined {
    return this.change?.choices;
  }

  get at(): SourceLocation {
    return this.runtime.at ?? NOWHERE;
  }

  get site(): string {
    this.#site ??= this.change?.site ?? this.runtime.site();
    return this.#site;
  }
}
