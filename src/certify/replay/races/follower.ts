import { Layout } from '../../../c/types/layout.ts';
import {
  type Driver,
  HappensBefore,
  type InputRequest,
  type InputSource,
  Machine,
  queuedInputs,
  type Race,
  type RunOptions,
} from '../../../interpreter/index.ts';
import type { AutomatonFunction, Edge, Location, Program, WovenThreads } from '../../../program/cfa/automaton.ts';
import { THREAD_CHOICE } from '../../../program/cfa/beyond.ts';

/** A decision of two ways, as a run came to it. */
export interface Branch {
  readonly thread: number;
  readonly edges: readonly Edge[];
}

/**
 * Follows a run of woven threads, and orders its accesses. The search for races asks its own questions
 * on the way. The order between accesses depends on none of these; their places alone are noted.
 */
export class RaceFollower implements Driver {
  /** The order of the accesses of the last run. */
  order: HappensBefore;
  readonly machine: Machine;
  /** Whether the next input decides that a thread stops before an access. */
  atStop = false;
  /** The last such decision; null: none yet. */
  stop: Branch | null = null;
  /** The last decision of a thread. */
  branch: Branch | null = null;
  /** Where the run is. */
  location: Location = 0;
  /** Steps until the run ends, or the thread: it comes to the choice of the next one, or returns. Null: no limit. */
  left: number | null = null;
  readonly #newOrder: () => HappensBefore;
  #endsAtRace = false;
  readonly #main: AutomatonFunction;
  readonly #chooser: ReadonlySet<number>;

  constructor(
    program: Program,
    threads: WovenThreads,
    options: Pick<RunOptions, 'errorFunctions' | 'maxSteps' | 'memoryLimit'> & {
      /** Makes the source of inputs. `atStop`: whether the next one decides about a stop. */
      readonly inputs: (atStop: () => boolean) => InputSource;
    },
  ) {
    const { functions, globals } = program;
    this.#main = functions[program.main!]!;
    this.#chooser = new Set(functions.flatMap((fn) => (fn?.name === THREAD_CHOICE ? fn.id : [])));
    const inputs = options.inputs(() => this.atStop);
    this.machine = new Machine(program, { ...options, inputs, driver: this });
    const layout = new Layout(program);
    const hidden = new Set<number>();
    for (const { id, type } of globals) {
      const address = threads.hidden.has(id) ? this.machine.addressOf(id) : null;
      for (let byte = 0n; address !== null && byte < (layout.sizeOf(type) ?? 0n); byte++)
        hidden.add(address + Number(byte));
    }
    this.#newOrder = () => new HappensBefore(threads.count, (address) => hidden.has(address));
    this.order = this.#newOrder();
  }

  /** Makes a further run from the start of the program, up to its first race. Null: it has none. */
  firstRace(maxSteps: number): Race | null {
    this.order = this.#newOrder();
    this.#endsAtRace = true;
    this.machine.run({ maxSteps });
    return this.order.races[0] ?? null;
  }

  step(fn: AutomatonFunction, location: Location): boolean {
    if (this.#endsAtRace && this.order.races.length > 0) return false;
    if (fn !== this.#main) {
      // Such a function shares no memory.
      this.order.step(null);
      return this.#goesOn();
    }
    this.location = location;
    const edges = fn.outgoing[location].map((id) => fn.edges[id]);
    const [first = null] = edges;
    this.order.step(first);
    this.atStop = false;
    const step = first?.step ?? null;
    if (first === null || step === null) return this.left === null;
    const { op } = first;
    if (step.order?.model === null) {
      const { thread } = step;
      this.atStop = op.kind === 'call' && op.callee.kind === 'direct' && this.#chooser.has(op.callee.function);
      if (this.atStop) this.stop = { thread, edges: fn.outgoing[first.to].map((id) => fn.edges[id]) };
      if (edges.length === 2 && op.kind === 'assume') this.branch = { thread, edges };
    }
    return this.left === null || (op.kind !== 'return' && this.#goesOn());
  }

  #goesOn(): boolean {
    return this.left === null || this.left-- > 0;
  }

  access(address: number, size: number, write: boolean, atomic: boolean): void {
    this.order.access(address, size, write, atomic);
  }
}

/** Options of all runs. `memoryLimit`: most bytes of all objects. */
interface OrderedRunOptions {
  readonly errorFunctions: readonly string[];
  readonly memoryLimit?: number;
}

/** Runs on drawn inputs in which no thread stops before an access for ever, one machine for all of them. */
export class OrderedRuns {
  /** Null if the order of accesses is not known. */
  readonly #follower: RaceFollower | null;
  #inputs: InputSource = queuedInputs([]);

  constructor(program: Program, options: OrderedRunOptions) {
    const { woven } = program;
    const inputs = (atStop: () => boolean): InputSource => new UnstoppedInputs(() => this.#inputs, atStop);
    this.#follower =
      woven === undefined || woven.pools ? null : new RaceFollower(program, woven, { ...options, inputs });
  }

  /** Makes a run and returns its first data race by the order of accesses. Null: there is none, or no order. */
  run(inputs: InputSource, maxSteps: number): Race | null {
    if (this.#follower === null) return null;
    this.#inputs = inputs;
    return this.#follower.firstRace(maxSteps);
  }
}

/** Inputs by which no thread stops. */
class UnstoppedInputs implements InputSource {
  constructor(
    private readonly source: () => InputSource,
    private readonly atStop: () => boolean,
  ) {}

  scalar(request: InputRequest): ReturnType<InputSource['scalar']> {
    return this.atStop() ? 0 : this.source().scalar(request);
  }

  content(...request: Parameters<InputSource['content']>): boolean {
    return this.source().content(...request);
  }

  pointer(...request: Parameters<InputSource['pointer']>): string | null {
    return this.source().pointer(...request);
  }
}
