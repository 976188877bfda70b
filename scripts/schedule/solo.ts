import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { transfer } from 'comlink';
import { messageOf } from '../../src/base/errors.ts';
import type { ClaimedRun } from '../../src/engines/methods/engine.ts';
import { runQuickStage } from '../../src/race/coordinator/quick-stage.ts';
import type { SystemFacts } from '../../src/race/facts.ts';
import type { ReplayAnswer } from '../../src/race/messages/certification.ts';
import type { CompileThreadApi } from '../../src/race/messages/compilation.ts';
import type { PackedClaim, ProgressMessage, SolverThreadApi } from '../../src/race/messages/engines.ts';
import type { Model } from '../../src/race/messages/model.ts';
import { loadPortfolioSet, quickSetting } from '../../src/race/options/configuration.ts';
import { prepareTask, type VerifyOptions } from '../../src/race/options/options.ts';
import type { EngineOptions } from '../../src/race/options/portfolio-set.ts';
import { needsZ3, ThreadEngineHost } from '../../src/race/schedule/engine-host.ts';
import { SharedStatus } from '../../src/race/schedule/shared-status.ts';
import { SolverThreads } from '../../src/race/schedule/solver-threads.ts';
import type { Service } from '../../src/race/threads/service.ts';
import { Threads } from '../../src/race/threads/threads.ts';
import { ALL } from '../../src/system/transys/target.ts';
import type { EngineChoice } from './matrix.ts';
import { busiestSince, processSince, threadTimes } from './thread-time.ts';

/** The outcome of an engine alone; see `RunRecord`. */
export interface SoloResult {
  readonly verdict: boolean | null;
  readonly end: string;
  readonly seconds: number;
  readonly certificate: number | null;
}

/** Workers that `npm run build` made of the working directory's sources. */
const WORKERS = pathToFileURL(join(process.cwd(), 'dist', 'workers', '/'));
const SEED = 0;
const MEMORY_BYTES = 3e9;
const SOLVER_MEGABYTES = 1200;
/** Milliseconds between two looks at the clock of the engine's thread. */
const LOOK_MS = 25;
/** Seconds of CPU that an engine has, after the request to stop, before its thread is ended. */
const POLITE_SECONDS = 0.2;
/** Most engines that one thread serves. */
const MOST_USES = 40;
/** A wait that exceeds its CPU time by this factor is ended: something hangs. */
const MOST_WALL_FACTOR = 100;
/** Seconds of CPU for a certificate or a replay. */
const CERTIFICATE_SECONDS = 10;
/**
 * The quick stage measures its budgets by the wall clock. On a loaded machine they are multiplied by
 * this factor.
 */
const LOAD_FACTOR = 4;

/**
 * Threads, and the module of their solvers, for all tasks. A thread serves one engine after the other,
 * because most of the cost of a fresh one is compiling hot code.
 */
export class Host {
  readonly threads = new Threads(MEMORY_BYTES, { folder: WORKERS });
  readonly solverThreads = new SolverThreads(this.threads, SOLVER_MEGABYTES);
  #idle: Service<SolverThreadApi> | null = null;
  #uses = 0;

  take(): Service<SolverThreadApi> {
    const thread = this.#idle ?? this.solverThreads.take();
    if (this.#idle === null) this.#uses = 0;
    this.#idle = null;
    this.#uses += 1;
    return thread;
  }

  /** Ends threads whose solvers have not returned their memory. */
  giveBack(thread: Service<SolverThreadApi>): void {
    if (this.#idle === null && this.#uses < MOST_USES) this.#idle = thread;
    else thread.end();
  }
}

/**
 * A compiled task, on which engines run one after the other, each in a thread of its own and without
 * lemmas of others.
 */
export class Solo {
  /** Certifies and replays; no engine runs there. */
  #engineHost: ThreadEngineHost;

  private constructor(
    private readonly host: Host,
    private readonly compileThread: Service<CompileThreadApi>,
    private readonly model: Model,
    /** Seconds of CPU of the process. */
    readonly compileSeconds: number,
  ) {
    this.#engineHost = this.#newEngineHost();
  }

  #newEngineHost(): ThreadEngineHost {
    const { host, compileThread, model } = this;
    const { threads, solverThreads } = host;
    return new ThreadEngineHost({
      threads,
      solverThreads,
      compileThread,
      model,
      exchange: null,
      engines: [],
      seed: SEED,
      target: ALL,
      keep: null,
    });
  }

  /** Compiles a task; null if it is rejected. */
  static async open(host: Host, options: VerifyOptions): Promise<Solo | null> {
    const compileThread = host.threads.compiler();
    const begun = process.cpuUsage();
    try {
      const task = await prepareTask(options);
      const compiled = await compileThread.call((remote) =>
        remote.compile({ ...task, cuts: task.set.cuts ?? 'loops', mayFollow: false }),
      );
      if (compiled.kind === 'compiled') return new Solo(host, compileThread, compiled.model, processSince(begun));
    } catch (error) {
      compileThread.end();
      throw error;
    }
    compileThread.end();
    return null;
  }

  get facts(): SystemFacts {
    return this.model.facts;
  }

  close(): void {
    this.#engineHost.close();
    this.compileThread.end();
  }

  /** The verdict of the default set's quick stage on the task, with its seconds of CPU; null: no verdict. */
  async quick(): Promise<{ readonly verdict: boolean; readonly seconds: number } | null> {
    const setting = quickSetting(await loadPortfolioSet('default'), this.model.facts);
    if (setting === null) return null;
    const begun = process.cpuUsage();
    const more = { ...setting, milliseconds: LOAD_FACTOR * setting.milliseconds };
    const interrupted = new Promise<never>(() => {});
    const result = await runQuickStage({
      compileThread: this.compileThread,
      setting: more,
      ...{ model: this.model, target: ALL },
      interrupted,
      emit: () => {},
    });
    const seconds = processSince(begun);
    return result.kind === 'decided' ? { verdict: result.result.kind === 'safe', seconds } : null;
  }

  /** Runs one engine for at most `limit` seconds of its thread's CPU time. */
  async run(choice: EngineChoice, limit: number): Promise<SoloResult> {
    const status = new SharedStatus();
    status.allow(Number.POSITIVE_INFINITY);
    const offers = new OfferedRuns((offer) => this.#engineHost.replay(offer));
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (message: ProgressMessage) => {
      if (message.kind === 'offer') offers.add(message.run);
    });
    const { ready, run, free, end } = this.#place(choice, status, port2);
    let answer: Promise<PackedClaim> | null = null;
    try {
      await ready;
      const before = threadTimes();
      answer = run().catch(
        (error: unknown): PackedClaim => ({
          kind: 'unknown',
          end: { kind: 'crashed', code: null, message: messageOf(error) },
        }),
      );
      let over = false;
      const seconds = (): number => busiestSince(before);
      const watched = until(() => over || offers.reproduced || seconds() >= limit, limit);
      const outcome = await Promise.race([answer, watched]);
      over = true;
      const spent = seconds();
      const begun = process.cpuUsage();
      const late = until(() => processSince(begun) > CERTIFICATE_SECONDS, CERTIFICATE_SECONDS);
      if (await Promise.race([offers.settled(), late]))
        return { verdict: false, end: 'offer', seconds: spent, certificate: processSince(begun) };
      if (outcome === null) return { verdict: null, end: 'limit', seconds: spent, certificate: null };
      return await this.#judge(outcome, spent);
    } finally {
      status.askToStop();
      const begun = process.cpuUsage();
      const last = await Promise.race([answer, until(() => processSince(begun) > POLITE_SECONDS, POLITE_SECONDS)]);
      if (last === null || (last.kind === 'unknown' && last.end.kind === 'crashed')) end();
      else free();
      port1.close();
    }
  }

  async #judge(answer: PackedClaim, seconds: number): Promise<SoloResult> {
    if (answer.kind === 'unknown') return { verdict: null, end: answer.end.kind, seconds, certificate: null };
    const begun = process.cpuUsage();
    const checked = answer.kind === 'unsafe' ? this.#engineHost.replay(answer.run) : this.#engineHost.certify(answer);
    const result = await Promise.race([
      checked.catch((error: unknown) => ({ kind: 'crashed' as const, why: String(error) })),
      until(() => processSince(begun) > CERTIFICATE_SECONDS, CERTIFICATE_SECONDS),
    ]);
    const certificate = processSince(begun);
    if (result === null) {
      this.#engineHost.close();
      this.#engineHost = this.#newEngineHost();
    }
    const end = result?.kind ?? 'certificate limit';
    const accepted = end === 'accepted' || end === 'reproduced';
    return { verdict: accepted ? answer.kind === 'safe' : null, end, seconds, certificate };
  }

  #place(choice: EngineChoice, status: SharedStatus, progress: MessagePort): Place {
    const { reduced: system, program, property } = this.model;
    const common = { seed: SEED, status: status.shared, progress };
    if (choice === 'sim') {
      const service = this.host.threads.simulator();
      if (program === null) throw new Error('the simulator needs a program');
      const job = {
        ...common,
        program,
        question: 'bad' as const,
        errorFunctions: property.errorFunctions,
        options: {},
      };
      return {
        ready: Promise.resolve(),
        run: () => service.call((remote) => remote.run(transfer(job, [progress] as never))),
        free: () => service.end(),
        end: () => service.end(),
      };
    }
    const engine = choice === 'bmc:z3' ? 'bmc' : choice;
    const options: EngineOptions = choice === 'bmc:z3' ? { solver: 'z3' } : {};
    const service = this.host.take();
    const racing = { id: engine, engine, options } as const;
    const module = needsZ3(racing, this.model.facts) ? this.host.solverThreads.z3 : Promise.resolve(null);
    const job = {
      ...common,
      ...racing,
      otherEngines: [],
      system,
      target: ALL,
      lemmas: null,
      megabytes: SOLVER_MEGABYTES,
    };
    return {
      ready: module,
      run: async () => {
        const z3 = await module;
        return service.call((remote) => remote.run(transfer({ ...job, z3 }, [progress] as never)));
      },
      free: () => this.host.giveBack(service),
      end: () => service.end(),
    };
  }
}

/** A thread for an engine. Call `run` once `ready` has resolved, and then one of the others. */
interface Place {
  readonly ready: Promise<unknown>;
  readonly run: () => Promise<PackedClaim>;
  /** Call it when the engine has ended. */
  readonly free: () => void;
  /** Call it when the engine continues, or its thread must not be used again. */
  readonly end: () => void;
}

/** The candidate counterexamples of a running engine, replayed one after the other. */
class OfferedRuns {
  #last: Promise<void> = Promise.resolve();
  #reproduced = false;

  constructor(private readonly replay: (run: ClaimedRun) => Promise<ReplayAnswer>) {}

  get reproduced(): boolean {
    return this.#reproduced;
  }

  add(run: ClaimedRun): void {
    this.#last = this.#last.then(async () => {
      if (this.#reproduced) return;
      const answer = await this.replay(run).catch(() => null);
      this.#reproduced = answer?.kind === 'reproduced';
    });
  }

  /** Whether one of the runs so far is reproduced, once that is known. */
  async settled(): Promise<boolean> {
    await this.#last;
    return this.#reproduced;
  }
}

/** Resolves to null once the condition holds, or after a time by which it should have held. */
async function until(holds: () => boolean, seconds: number): Promise<null> {
  const last = performance.now() + 1000 * seconds * MOST_WALL_FACTOR;
  while (performance.now() < last && !holds()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  return null;
}
