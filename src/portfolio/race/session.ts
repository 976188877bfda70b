import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { PackedTerm } from '../../terms/pack.ts';
import type { AnswerStore } from '../cache/answer-store.ts';
import type { Recall, RecallSetup } from '../cache/recall.ts';
import { runProved } from '../certification/trial.ts';
import { dealt } from '../contestants/deal.ts';
import { ThreadEngineHost } from '../contestants/engine-host.ts';
import { planFor, withoutSimulator } from '../contestants/plan.ts';
import type { Runner } from '../contestants/runner.ts';
import { SolverThreads } from '../contestants/solver-threads.ts';
import type { VerifyEventBody } from '../events.ts';
import type { SystemFacts } from '../facts.ts';
import type { FarRaces } from '../lemmas/far-lemmas.ts';
import { LemmaBus } from '../lemmas/lemma-bus.ts';
import type { AuditorJob, CertifierApi, CompileThreadApi, Scope } from '../messages.ts';
import { quickSetting } from '../options/configuration.ts';
import type { Task } from '../options/options.ts';
import type { Property } from '../property.ts';
import { CallingThread, type CompileThread } from '../threads/calling-thread.ts';
import { type Compiled, compileTask } from '../threads/compiling.ts';
import { MemoryWatch } from '../threads/memory-watch.ts';
import type { Service } from '../threads/service.ts';
import { Threads, type WorkerFiles } from '../threads/threads.ts';
import type { DecidingStage, Proof, UnknownReason, Verdict } from '../verdict.ts';
import { minimisedProof } from './minimised-proof.ts';
import { raceParts } from './part-races.ts';
import { type QuickResult, runQuickStage } from './quick-stage.ts';
import { Race, type RaceResult } from './race.ts';
import { combine, verdictOf, withStage } from './verdict-of.ts';

/** The means that all races of a session share. */
interface Machine {
  readonly threads: Threads;
  readonly solverThreads: SolverThreads;
  readonly compileThread: CompileThread;
}

interface RaceOptions {
  /** Time in ms after which the race is given up; null: when the session ends. */
  readonly milliseconds: number | null;
  /** A contestant whose claim is still to be certified. */
  readonly early: Runner | null;
  /** See `EngineContext.candidates`. */
  readonly candidates?: readonly PackedTerm[];
  readonly seed?: number;
  /** Whether the simulator takes part. It runs the program, and therefore covers all parts at once. */
  readonly simulates?: boolean;
}

/** Engines whose solvers are loaded while the program is parsed. */
const WARM_SOLVER_THREADS = 1;
/** Sources with more bytes usually give no small system. */
const SMALL_BYTES = 20_000;
const PATIENCE_MILLISECONDS = 80;
const MEMORY_EVENT_MILLISECONDS = 1000;
/** Share of the memory limit that one solver may use. */
const SOLVER_PART = 0.5;

/**
 * One verification from the first thread to the last: compiles, races on each property, enforces the
 * limits.
 */
export class Session {
  readonly verdict: Promise<Verdict>;
  /** See `Verification.proof`. */
  readonly proof: Promise<Proof | null>;
  readonly closed: Promise<void>;
  #race: Race | null = null;
  #compiled = false;
  /** The task's property; once the program is known, the property with the program's functions. */
  #property: Property;
  /** The reason why the verification was ended from outside. */
  #interruption: UnknownReason | null = null;
  #markInterrupted: () => void = () => {};
  readonly #interrupted = new Promise<null>((resolve) => {
    this.#markInterrupted = () => resolve(null);
  });
  #lastMemoryEvent = 0;
  /** The thread that accepted the last certificate, if the proof is to be minimised. */
  #certifier: Service<CertifierApi> | null = null;

  constructor(
    private readonly task: Task,
    private readonly files: WorkerFiles,
    private readonly emit: (event: VerifyEventBody) => void,
    /** Value of `performance.now()` when the clock of the time limit began. */
    private readonly started: number,
    /** Null: no other machines take part. */
    private readonly far: FarRaces | null,
    /** Compiles small programs in this thread; null: another thread does. */
    private readonly near: CompileThreadApi | null,
    /** Store of earlier answers; null: no store. */
    private readonly answers: AnswerStore | null,
  ) {
    let markClosed = (): void => {};
    this.closed = new Promise((resolve) => {
      markClosed = resolve;
    });
    let markProof = (_proof: Proof | null): void => {};
    this.proof = new Promise((resolve) => {
      markProof = resolve;
    });
    this.#property = task.property;
    this.verdict = this.#run(markProof, markClosed);
    this.verdict.catch(() => {});
  }

  /** Ends the verification with the verdict unknown; the first reason counts. */
  interrupt(reason: UnknownReason): void {
    this.#interruption ??= reason;
    this.#race?.giveUp(this.#interruption);
    this.#markInterrupted();
  }

  async #run(markProof: (proof: Proof | null) => void, markClosed: () => void): Promise<Verdict> {
    const { limitMilliseconds, memoryBytes } = this.task;
    const deadline =
      limitMilliseconds === null
        ? null
        : setTimeout(() => this.#timeOver(limitMilliseconds), this.#left(limitMilliseconds));
    const watch = new MemoryWatch(
      memoryBytes,
      (bytes) => this.#relieve(bytes),
      (bytes) => this.#showMemory(bytes),
    );
    const threads = new Threads(memoryBytes, this.files);
    let verdict: Verdict | null = null;
    try {
      verdict = await this.#verify(threads);
      this.emit({ kind: 'verdict', verdict });
      return verdict;
    } finally {
      if (deadline !== null) clearTimeout(deadline);
      watch.close();
      this.#proofOf(verdict, threads).then((proof) => {
        markProof(proof);
        threads.destroy().then(markClosed, markClosed);
      });
    }
  }

  /** Never rejects. */
  async #proofOf(verdict: Verdict | null, threads: Threads): Promise<Proof | null> {
    if (verdict?.kind !== 'safe') return null;
    const { minimise, hardware, limitMilliseconds } = this.task;
    if (!minimise || hardware) return verdict.proof;
    const spent = performance.now() - this.started;
    const left = limitMilliseconds === null ? Number.POSITIVE_INFINITY : limitMilliseconds - spent;
    const smaller = minimisedProof(() => this.#certifier ?? threads.certifier(), verdict.proof, { spent, left });
    return (await Promise.race([smaller, this.#interrupted])) ?? verdict.proof;
  }

  #left(limit: number): number {
    return Math.max(1, limit - (performance.now() - this.started));
  }

  #timeOver(milliseconds: number): void {
    this.interrupt({ kind: 'time-limit', milliseconds, during: this.#phase });
  }

  #relieve(bytes: number): void {
    if (this.#race?.relieve(bytes)) return;
    this.interrupt({ kind: 'memory-limit', bytes, during: this.#phase });
  }

  #showMemory(bytes: number): void {
    const now = performance.now();
    if (now - this.#lastMemoryEvent < MEMORY_EVENT_MILLISECONDS) return;
    this.#lastMemoryEvent = now;
    const engines = (this.#race?.runners ?? []).map(({ id, status: { bytes, solverMilliseconds } }) => ({
      engine: id,
      bytes,
      solverMilliseconds,
    }));
    this.emit({ kind: 'memory', process: bytes, engines });
  }

  get #phase(): 'compiling' | 'solving' | 'certifying' {
    return this.#race?.phase ?? (this.#compiled ? 'solving' : 'compiling');
  }

  async #verify(threads: Threads): Promise<Verdict> {
    const { files, hardware, set } = this.task;
    const small = files.reduce((sum, file) => sum + sizeOf(file), 0) < SMALL_BYTES;
    const near = small && !hardware ? this.near : null;
    const compileThread = near === null ? threads.compiler() : new CallingThread(near, () => threads.compiler());
    const solverThreads = new SolverThreads(threads, solverMegabytes(this.task.memoryBytes));
    const begun = performance.now();
    const warm = (): void => solverThreads.warm(Math.min(WARM_SOLVER_THREADS, this.task.threads));
    // Small programs may be decided before a solver is needed, and no solver is loaded while one thread
    // does all the work.
    const patience = small && set.quick !== false ? PATIENCE_MILLISECONDS : 0;
    const warming = near === null ? setTimeout(warm, patience) : undefined;
    try {
      return await this.#verifyWith(threads, solverThreads, compileThread, begun);
    } finally {
      clearTimeout(warming);
    }
  }

  async #verifyWith(
    threads: Threads,
    solverThreads: SolverThreads,
    compileThread: CompileThread,
    begun: number,
  ): Promise<Verdict> {
    const compiled = await compileTask(this.task, compileThread, this.#interrupted, this.emit);
    if (compiled.kind === 'uncompiled') {
      if (compiled.reason !== null) this.interrupt(compiled.reason);
      return this.#unknown(this.#interruption ?? { kind: 'stopped' });
    }
    this.#compiled = true;
    this.#property = compiled.property;
    const { facts, decisions, externals, outline, sources, system } = compiled;
    const milliseconds = performance.now() - begun;
    this.emit({ kind: 'compiled', facts, decisions, externals, milliseconds, bytes: sharedBytes(system) });
    if (outline !== null) this.emit({ kind: 'outline', outline });
    if (sources !== null && sources.files.length + sources.omitted > 0) this.emit({ kind: 'sources', ...sources });

    const properties = compiled.properties.length > 1 ? compiled.properties.map((_, index) => index) : [null];
    const verdicts: Verdict[] = [];
    for (const [position, property] of properties.entries()) {
      const verdict = await this.#decide(
        threads,
        solverThreads,
        compileThread,
        compiled,
        property,
        properties.length - position,
      );
      verdicts.push(verdict);
      if (property !== null) this.emit({ kind: 'property', name: compiled.properties[property], verdict });
      if (this.#interruption !== null) break;
    }
    return combine(verdicts, properties.length);
  }

  async #decide(
    threads: Threads,
    solverThreads: SolverThreads,
    compileThread: CompileThread,
    compiled: Compiled,
    property: number | null,
    remaining: number,
  ): Promise<Verdict> {
    const recall = await this.#recall({ threads, solverThreads, compileThread, compiled, property });
    const recalled = (await recall?.answer()) ?? null;
    if (recalled !== null) return this.#tried(compileThread, recalled, 'cache');
    const { answer = null, candidates = [] } = (await recall?.earlier()) ?? {};
    const verdict =
      answer === null
        ? await this.#find(threads, solverThreads, compileThread, compiled, property, remaining, candidates)
        : await this.#tried(compileThread, answer, 'cache');
    await recall?.keep(verdict);
    return verdict;
  }

  /** Null without a store of earlier answers. The code is loaded on demand. */
  async #recall(
    setup: Pick<RecallSetup, 'threads' | 'solverThreads' | 'compileThread' | 'compiled' | 'property'>,
  ): Promise<Recall | null> {
    if (this.answers === null || this.#interruption !== null) return null;
    const { Recall } = await import('../cache/recall.ts');
    return new Recall(this.answers, { ...setup, task: this.task, interrupted: this.#interrupted, emit: this.emit });
  }

  async #find(
    threads: Threads,
    solverThreads: SolverThreads,
    compileThread: CompileThread,
    compiled: Compiled,
    property: number | null,
    remaining: number,
    candidates: readonly PackedTerm[],
  ): Promise<Verdict> {
    const scope = { property, part: null };
    const quick = await this.#tryQuickly(compileThread, compiled.facts, scope);
    if (quick.kind === 'decided') return this.#tried(compileThread, quick.result, 'quick', quick.by);
    const before = quick.kind === 'open' ? quick.left : null;
    if (this.#interruption !== null && quick.kind === 'open')
      return withStage(this.#unknown(this.#interruption), before);
    const machine = { threads, solverThreads, compileThread };
    if (compiled.parts.length > 0 && quick.kind === 'open' && this.#interruption === null) {
      return withStage(await this.#tried(compileThread, await this.#raceParts(machine, compiled, scope)), before);
    }
    const { limitMilliseconds } = this.task;
    const milliseconds =
      limitMilliseconds === null || remaining === 1 ? null : this.#left(limitMilliseconds) / remaining;
    const early = quick.kind === 'claim' ? quick.runner : null;
    const result = await this.#raceOn(machine, compiled, scope, { milliseconds, early, candidates });
    return withStage(await this.#tried(compileThread, result), before);
  }

  /** Races on each part of the system. */
  #raceParts(machine: Machine, compiled: Compiled, whole: Scope): Promise<RaceResult> {
    const { compileThread } = machine;
    const { limitMilliseconds } = this.task;
    const count = compiled.parts.length;
    const prepared = async (part: number): Promise<Compiled> => ({
      ...compiled,
      ...(await compileThread.call((remote) => remote.part(part))),
    });
    return raceParts({
      count,
      tryQuickly: async (part) => {
        const { facts } = await prepared(part);
        const quick = await this.#tryQuickly(compileThread, facts, { ...whole, part });
        return quick.kind === 'decided' ? quick.result : null;
      },
      race: async ({ part, milliseconds, round, isFirst }) => {
        this.emit({ kind: 'part', part: part + 1, parts: count, milliseconds });
        const setup = { milliseconds, early: null, seed: this.task.seed + round, simulates: isFirst };
        return this.#raceOn(machine, await prepared(part), { ...whole, part }, setup);
      },
      left: () => (limitMilliseconds === null ? null : limitMilliseconds - (performance.now() - this.started)),
      interruption: () => this.#interruption,
      join: (proofs) => compileThread.call((remote) => remote.join(proofs)),
    });
  }

  /** Runs one race. */
  async #raceOn(
    { threads, solverThreads, compileThread }: Machine,
    compiled: Compiled,
    scope: Scope,
    { milliseconds, early, candidates = [], seed = this.task.seed, simulates = true }: RaceOptions,
  ): Promise<RaceResult> {
    const { task } = this;
    const { property } = scope;
    const lemmas = new LemmaBus({
      audit: this.#exchanges
        ? { start: () => threads.auditor(), job: () => this.#auditorJob(solverThreads, compiled, property) }
        : null,
      far: this.far === null ? null : { races: this.far, system: compiled.system, property },
      emit: this.emit,
    });
    const whole = dealt(planFor(task.set, compiled.facts), task.machine);
    const plan = simulates ? whole : withoutSimulator(whole);
    const keep = (certifier: Service<CertifierApi>): void => {
      this.#certifier?.end();
      this.#certifier = certifier;
    };
    const hostSetup = {
      threads,
      solverThreads,
      compileThread,
      compiled,
      entrants: plan.entrants,
      seed,
      scope,
      lemmas,
      candidates,
      keep: task.minimise ? keep : null,
    };
    const engineHost = new ThreadEngineHost(hostSetup);
    const setup = {
      plan,
      slots: Math.min(task.threads, availableParallelism() + 1),
      loopFree: compiled.facts.loops === 0,
      early,
    };
    const race = new Race(engineHost, setup, this.emit);
    this.#race = race;
    if (this.#interruption !== null) race.giveUp(this.#interruption);
    const turn =
      milliseconds === null
        ? null
        : setTimeout(() => race.giveUp({ kind: 'time-limit', milliseconds, during: race.phase }), milliseconds);
    const result = await race.result;
    if (turn !== null) clearTimeout(turn);
    this.#race = null;
    lemmas.close();
    engineHost.close();
    return result;
  }

  /** Returns the verdict of a result. The program of a proof is run first. */
  async #tried(compileThread: CompileThread, result: RaceResult, stage?: DecidingStage, by?: string): Promise<Verdict> {
    const verdict = verdictOf(result, this.#property, stage, by);
    if (verdict.kind !== 'safe') return verdict;
    const { seed, limitMilliseconds, hardware } = this.task;
    if (hardware) return verdict;
    const spent = performance.now() - this.started;
    const left = limitMilliseconds === null ? Number.POSITIVE_INFINITY : limitMilliseconds - spent;
    const setup = { compileThread, seed, spent, left, interrupted: this.#interrupted, emit: this.emit };
    await runProved(verdict.engine, verdict.proof, setup);
    return verdict;
  }

  /** On one core lemmas cost as much as they gain, see docs/exchange.md. */
  get #exchanges(): boolean {
    const { exchange, threads } = this.task;
    return exchange ?? (this.far !== null || Math.min(threads, availableParallelism()) > 1);
  }

  async #auditorJob(
    solverThreads: SolverThreads,
    { system, facts }: Compiled,
    property: number | null,
  ): Promise<AuditorJob> {
    const { seed, provenance: texts } = this.task;
    return {
      system,
      property,
      seed,
      texts,
      z3: facts.floats ? await solverThreads.z3 : null,
      megabytes: solverThreads.solverMegabytes,
    };
  }

  #tryQuickly(compileThread: CompileThread, facts: SystemFacts, scope: Scope): Promise<QuickResult> {
    const setting = quickSetting(this.task.set, facts);
    if (setting === null || this.#interruption !== null) return Promise.resolve({ kind: 'open', left: null });
    return runQuickStage({ compileThread, setting, scope, interrupted: this.#interrupted, emit: this.emit });
  }

  #unknown(reason: UnknownReason): Verdict {
    return { kind: 'unknown', property: this.#property, reason, safeUpTo: null, engines: [] };
  }
}

/** Bytes of a file; 0 if it does not exist: the front end reports that. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function sharedBytes({ terms }: Compiled['system']): number {
  return terms.heads.byteLength + terms.data.byteLength;
}

/** Z3 cannot use more than 2 GiB in any case, so the result is in MB up to that. */
function solverMegabytes(memoryBytes: number): number {
  return Math.min(1800, Math.max(64, Math.floor((SOLVER_PART * memoryBytes) / 2 ** 20)));
}
