import { existsSync } from 'node:fs';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { LemmataError } from '../../base/errors.ts';
import type { CertifierApi, FollowerApi, ReplayerApi } from '../messages/certification.ts';
import type { CompileThreadApi } from '../messages/compilation.ts';
import type { SimulatorApi, SolverThreadApi } from '../messages/engines.ts';
import type { ExchangeApi } from '../messages/exchange.ts';
import { Service, type ServiceTask, type ThreadStart } from './service.ts';

/**
 * Stack in MB of the threads that walk syntax recursively; the parser limits nesting to a depth that
 * fits.
 */
const DEEP_STACK_MEGABYTES = 256;
const MEGABYTE = 2 ** 20;
/** Limit of a pool, never reached: the race decides how many threads there are. */
const MOST_THREADS = 64;

/** The bundled worker files; tests may replace one. */
export interface WorkerFiles {
  readonly folder: URL;
  readonly engine?: URL;
  readonly compile?: URL;
  readonly exchange?: URL;
}

/** The files beside the bundle of this code, or in `dist/` when it runs from source. */
export function defaultWorkerFiles(): WorkerFiles {
  const candidates = ['./workers/', '../workers/', '../../../dist/workers/'].map(
    (path) => new URL(path, import.meta.url),
  );
  return { folder: candidates.find((folder) => existsSync(new URL('engine.js', folder))) ?? candidates[0] };
}

/**
 * The pool's threads try to load their file by `require` first. A thread that is ended while Node
 * loads an ES module that way aborts the whole process (V8's IsGraphAsync). Without this feature the
 * pool falls back to `import`, which may be interrupted.
 */
const NO_SYNCHRONOUS_MODULES = '--no-experimental-require-module';

/** All threads of one verification. The pools, and their library, are loaded with the first thread. */
export class Threads {
  /** Pool with a deep stack: compiling, simulating, replaying, following paths. */
  readonly #deep: Pool;
  /** Pool of engines, certifiers and the exchange, which hold a solver. */
  readonly #solving: Pool;
  readonly #single = new Set<Worker>();

  /** `memory`: bytes for the whole process. */
  constructor(
    private readonly memory: number,
    private readonly files: WorkerFiles,
  ) {
    this.#deep = new Pool(this.#deepLimits());
    this.#solving = new Pool({ maxOldGenerationSizeMb: this.#heap(0.5) });
  }

  /** Starts a thread outside of the pools, which is faster. */
  compiler(): Service<CompileThreadApi> {
    return new Service((task, signal) => this.#alone(this.files.compile?.href ?? this.#file('compile'), task, signal));
  }

  simulator(): Service<SimulatorApi> {
    return new Service(this.#deep.starter(this.#file('simulator')));
  }

  follower(): Service<FollowerApi> {
    return new Service(this.#deep.starter(this.#file('follower')));
  }

  replayer(): Service<ReplayerApi> {
    return new Service(this.#deep.starter(this.#file('replayer')));
  }

  solver(): Service<SolverThreadApi> {
    return new Service(this.#solving.starter(this.files.engine?.href ?? this.#file('engine')));
  }

  certifier(): Service<CertifierApi> {
    return new Service(this.#solving.starter(this.#file('certifier')));
  }

  exchange(): Service<ExchangeApi> {
    return new Service(this.#solving.starter(this.files.exchange?.href ?? this.#file('exchange')));
  }

  /** Ends all threads; resolves when they are gone. */
  async destroy(): Promise<void> {
    const single = [...this.#single].map((worker) => worker.terminate());
    await Promise.all([this.#deep.destroy(), this.#solving.destroy(), ...single]);
  }

  #alone(file: string, task: ServiceTask, signal: AbortSignal): Promise<never> {
    const worker = new Worker(new URL(file), {
      workerData: task,
      transferList: [task.port],
      resourceLimits: this.#deepLimits(),
      execArgv: [],
    });
    this.#single.add(worker);
    signal.addEventListener('abort', () => void worker.terminate(), { once: true });
    return new Promise((_, reject) => {
      worker.once('error', reject);
      worker.once('exit', () => {
        this.#single.delete(worker);
        reject(new LemmataError('E-INTERNAL', 'the thread ended'));
      });
    });
  }

  #deepLimits(): ResourceLimits {
    return { stackSizeMb: DEEP_STACK_MEGABYTES, maxOldGenerationSizeMb: this.#heap(0.75) };
  }

  #heap(part: number): number {
    return Math.max(64, Math.floor((part * this.memory) / MEGABYTE));
  }

  #file(name: string): string {
    return new URL(`${name}.js`, this.files.folder).href;
  }
}

/** A pool that is made with its first thread. */
class Pool {
  #made: Promise<Piscina> | null = null;

  constructor(private readonly resourceLimits: ResourceLimits) {}

  starter(filename: string): ThreadStart {
    this.#made ??= this.#make();
    const made = this.#made;
    return async (task, signal) => (await made).run(task, { filename, transferList: [task.port], signal });
  }

  async destroy(): Promise<void> {
    await (await this.#made)?.destroy();
  }

  async #make(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    const pool = new Piscina({
      minThreads: 0,
      maxThreads: MOST_THREADS,
      atomics: 'disabled',
      recordTiming: false,
      execArgv: [NO_SYNCHRONOUS_MODULES],
      resourceLimits: this.resourceLimits,
    });
    // Errors of threads reach their callers; the error of a thread without a caller is ignored.
    pool.on('error', () => {});
    return pool;
  }
}
