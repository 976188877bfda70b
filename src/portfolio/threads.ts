import { existsSync } from 'node:fs';
import type { Piscina } from 'piscina';
import type { CertifierApi, KeeperApi, ReplayerApi, SeatApi, SimulatorApi } from './messages.ts';
import { Service } from './service.ts';

/** Syntax is walked recursively in these threads; the parser limits nesting to a depth that fits. */
const DEEP_STACK_MEGABYTES = 256;
const MEGABYTE = 2 ** 20;
/** Never reached: the race decides how many threads there are. */
const MOST_THREADS = 64;

/** Where the bundled worker files lie: tests may put another file in place of one. */
export interface WorkerFiles {
  readonly folder: URL;
  readonly engine?: URL;
}

/** Beside the bundle this code is part of, or in `dist/` when it runs from source. */
export function defaultWorkerFiles(): WorkerFiles {
  const candidates = ['./workers/', '../workers/', '../../dist/workers/'].map((path) => new URL(path, import.meta.url));
  return { folder: candidates.find((folder) => existsSync(new URL('engine.js', folder))) ?? candidates[0] };
}

/**
 * The pool's threads try to load their file by `require` first. A thread that is ended while Node loads an ES module that way aborts the whole
 * process (V8's IsGraphAsync); without this feature the pool falls back to `import`, which may be interrupted.
 */
const NO_SYNCHRONOUS_MODULES = '--no-experimental-require-module';

/** All threads of one verification. */
export class Threads {
  private constructor(
    /** Compiling, simulating, replaying: deep stack. */
    private readonly deep: Piscina,
    /** Engines and certifiers: they hold a solver. */
    private readonly solving: Piscina,
    private readonly files: WorkerFiles,
  ) {}

  /** `memory`: bytes that the whole process may use. */
  static async create(memory: number, files: WorkerFiles): Promise<Threads> {
    const { Piscina } = await import('piscina');
    const common = {
      minThreads: 0,
      maxThreads: MOST_THREADS,
      atomics: 'disabled' as const,
      recordTiming: false,
      execArgv: [NO_SYNCHRONOUS_MODULES],
    };
    const heap = (part: number): number => Math.max(64, Math.floor((part * memory) / MEGABYTE));
    const deep = new Piscina({
      ...common,
      resourceLimits: { stackSizeMb: DEEP_STACK_MEGABYTES, maxOldGenerationSizeMb: heap(0.75) },
    });
    const solving = new Piscina({ ...common, resourceLimits: { maxOldGenerationSizeMb: heap(0.5) } });
    // Errors of threads reach whoever waits for them; a thread that fails while nobody waits concerns nobody.
    for (const pool of [deep, solving]) pool.on('error', () => {});
    return new Threads(deep, solving, files);
  }

  keeper(): Service<KeeperApi> {
    return new Service(this.deep, this.#file('keeper'));
  }

  simulator(): Service<SimulatorApi> {
    return new Service(this.deep, this.#file('simulator'));
  }

  replayer(): Service<ReplayerApi> {
    return new Service(this.deep, this.#file('replayer'));
  }

  seat(): Service<SeatApi> {
    return new Service(this.solving, this.files.engine?.href ?? this.#file('engine'));
  }

  certifier(): Service<CertifierApi> {
    return new Service(this.solving, this.#file('certifier'));
  }

  /** Ends all threads; resolves when they are gone. */
  async destroy(): Promise<void> {
    await Promise.all([this.deep.destroy(), this.solving.destroy()]);
  }

  #file(name: string): string {
    return new URL(`${name}.js`, this.files.folder).href;
  }
}
