import { statSync } from 'node:fs';
import { LemmataError, messageOf } from '../../base/errors.ts';
import type { PackedTerm } from '../../logic/terms/pack.ts';
import { ALL, type Target } from '../../system/transys/target.ts';
import type { CheckAnswers } from '../cache/check-answers.ts';
import type { Recall, RecallSetup } from '../cache/recall.ts';
import type { VerifyEventBody } from '../events.ts';
import type { CertifierApi } from '../messages/certification.ts';
import type { CompileThreadApi } from '../messages/compilation.ts';
import { CompileStatus } from '../messages/compile-status.ts';
import type { Model } from '../messages/model.ts';
import { quickSetting } from '../options/configuration.ts';
import type { Task } from '../options/options.ts';
import type { Property } from '../property.ts';
import { SolverThreads, solverMegabytes } from '../schedule/solver-threads.ts';
import { CallingThread } from '../threads/calling-thread.ts';
import { compileTask, compilingEvent, outOfMemory, whileCompiling } from '../threads/compiling.ts';
import { MemoryWatch } from '../threads/memory-watch.ts';
import type { Service } from '../threads/service.ts';
import { SMALL_BYTES } from '../threads/supervision.ts';
import { Threads } from '../threads/threads.ts';
import type { DecidingStage, Proof, SafeVerdict, UnknownReason, Verdict } from '../verdict.ts';
import { decideEach, type EachCheckSession } from './each-check.ts';
import { decideHints } from './hints.ts';
import { type Means, ThreadsNeeded } from './means.ts';
import { raceProperties } from './property-races.ts';
import { minimisedProof, runProved } from './proved.ts';
import { NOT_TRIED, type QuickResult, runQuickStage } from './quick-stage.ts';
import type { Race } from './race.ts';
import { type Machine, Races } from './races.ts';
import type { WholeResult } from './result.ts';
import { SourceWords } from './source-words.ts';
import { verdictOf, withObstacle, withStage } from './verdict-of.ts';

/** Engines whose solvers are loaded while the program is parsed. */
const WARM_SOLVER_THREADS = 1;
const PATIENCE_MILLISECONDS = 80;

/**
 * One verification from the first thread to the last: compiles, races on each property, enforces the
 * limits.
 */
export class Session {
  readonly verdict: Promise<Verdict>;
  /** See `Verification.proof`. */
  readonly proof: Promise<Proof | null>;
  readonly closed: Promise<void>;
  /** The races that have begun and not ended; all but one of them rest. */
  readonly #running = new Set<Race>();
  #compiled = false;
  /** Whether the quick stage left the last target open that it was given. */
  #isLeftOpen = false;
  readonly #compileStatus = new CompileStatus();
  /** The task's property; once the program is known, the property with the program's functions. */
  #property: Property;
  /** The reason why the verification was ended from outside. */
  #interruption: UnknownReason | null = null;
  #markInterrupted: () => void = () => {};
  readonly #interrupted = new Promise<null>((resolve) => {
    this.#markInterrupted = () => resolve(null);
  });
  readonly #words = new SourceWords();
  /** The thread that accepted the last certificate, if the proof is to be minimised. */
  #certifier: Service<CertifierApi> | null = null;

  constructor(
    private readonly task: Task,
    private readonly means: Means,
    private readonly emit: (event: VerifyEventBody) => void,
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
    for (const race of this.#running) race.giveUp(this.#interruption);
    this.#markInterrupted();
  }

  async #run(markProof: (proof: Proof | null) => void, markClosed: () => void): Promise<Verdict> {
    const { limitMilliseconds, memoryBytes } = this.task;
    const deadline =
      limitMilliseconds === null
        ? null
        : setTimeout(
            () => {
              this.#endInTime(limitMilliseconds);
            },
            Math.max(1, this.#time.left),
          );
    const watch = new MemoryWatch(
      memoryBytes,
      (bytes) => this.#relieve(bytes),
      (bytes) => this.#showMemory(bytes),
    );
    const threads = new Threads(memoryBytes, this.means.files);
    let verdict: Verdict | null = null;
    try {
      verdict = this.#words.verdict(await this.#verify(threads));
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
    const { minimise, hardware } = this.task;
    if (!minimise || hardware) return verdict.proof;
    const smaller = minimisedProof(() => this.#certifier ?? threads.certifier(), verdict.proof, this.#time);
    return (await Promise.race([smaller, this.#interrupted])) ?? verdict.proof;
  }

  /** Milliseconds so far, and until the time limit; infinite without one. */
  get #time(): { readonly spent: number; readonly left: number } {
    const spent = performance.now() - this.means.started;
    return { spent, left: (this.task.limitMilliseconds ?? Number.POSITIVE_INFINITY) - spent };
  }

  /** Why the verification ended before its result; null: it goes on. The timer of the limit may be late. */
  #ended(): UnknownReason | null {
    const { limitMilliseconds } = this.task;
    if (limitMilliseconds !== null && this.#time.left <= 0) this.#endInTime(limitMilliseconds);
    return this.#interruption;
  }

  #endInTime(milliseconds: number): void {
    this.interrupt({ kind: 'time-limit', milliseconds, ...this.#during });
  }

  #relieve(bytes: number): void {
    for (const race of this.#running) if (race.relieve(bytes)) return;
    this.interrupt({ kind: 'memory-limit', bytes, ...this.#during });
  }

  #showMemory(bytes: number): void {
    const threads = [...this.#running].flatMap((race) => race.threads);
    const engines = threads.map(({ id, status: { bytes, solverMilliseconds } }) => ({
      engine: id,
      bytes,
      solverMilliseconds,
    }));
    this.emit({ kind: 'memory', process: bytes, engines });
    const compiling = this.#compiled ? null : compilingEvent(this.#compileStatus);
    if (compiling !== null) this.emit(compiling);
  }

  /** The phase in which a limit ends the verification. */
  get #during(): ReturnType<typeof whileCompiling> {
    if (!this.#compiled) return whileCompiling(this.#compileStatus);
    return { during: [...this.#running].at(-1)?.phase ?? 'solving' };
  }

  async #verify(threads: Threads): Promise<Verdict> {
    const { files, hardware, set, eachCheck, hinted } = this.task;
    // The front end reports files that do not exist.
    const bytes = files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
    const small = bytes.reduce((sum, size) => sum + size, 0) < SMALL_BYTES;
    // The checks of a program are encoded again and again, for which only a thread has the stack.
    const near = small && !hardware && !eachCheck && hinted === null ? this.means.near : null;
    const { alone, kept } = this.means;
    const compiler = (): Service<CompileThreadApi> => {
      if (alone) throw new ThreadsNeeded(false);
      return threads.compiler();
    };
    const compileThread = kept ?? (near === null ? compiler() : new CallingThread(near, compiler));
    const solverThreads = new SolverThreads(threads, solverMegabytes(this.task.memoryBytes));
    const begun = performance.now();
    const warm = (): void => solverThreads.warm(Math.min(WARM_SOLVER_THREADS, this.task.threads));
    // Small programs may be decided before a solver is needed, and no solver is loaded while one thread
    // does all the work.
    const patience = small && set.quick !== false ? PATIENCE_MILLISECONDS : 0;
    const warming = near === null && !alone ? setTimeout(warm, patience) : undefined;
    try {
      return await this.#verifyWith({ threads, solverThreads, compileThread }, begun);
    } finally {
      clearTimeout(warming);
    }
  }

  async #verifyWith(machine: Machine, begun: number): Promise<Verdict> {
    const compiled = await compileTask(
      this.task,
      machine.compileThread,
      this.#compileStatus,
      this.#interrupted,
      this.emit,
    );
    if (compiled.kind === 'uncompiled') {
      if (compiled.reason !== null) this.interrupt(compiled.reason);
      return this.#unknown();
    }
    this.#compiled = true;
    const { model, decisions, externals, assumptions, preprocessed, outline, sources } = compiled;
    const { facts } = model;
    this.#property = model.property;
    const milliseconds = performance.now() - begun;
    const { heads, data } = model.reduced.terms;
    const bytes = heads.byteLength + data.byteLength;
    this.emit({ kind: 'compiled', facts, decisions, externals, assumptions, preprocessed, milliseconds, bytes });
    if (outline !== null) this.emit({ kind: 'outline', outline });
    if (sources !== null && sources.files.length + sources.omitted > 0) this.emit({ kind: 'sources', ...sources });

    const { checks, ignores, hints, parts, properties: names } = compiled;
    if (this.means.near !== null && this.means.alone && hints.length > 0) throw new ThreadsNeeded(false);
    const races = this.#racesOnChecks(machine);
    await decideHints(races, hints, milliseconds);
    if (this.task.eachCheck) {
      this.emit({ kind: 'checks', checks, ignores });
      const verdict = await decideEach(races, compiled, milliseconds);
      return verdict ?? this.#decide(machine, model, { ...WHOLE_EFFORT, parts });
    }
    if (names.length <= 1) return withObstacle(await this.#decide(machine, model, { ...WHOLE_EFFORT, parts }));
    return raceProperties({
      ...{ names, property: model.property },
      decide: async (name, milliseconds, isFirst) => {
        const target: Target = { kind: 'labels', labels: [name] };
        return this.#decide(machine, model, { ...WHOLE_EFFORT, target, milliseconds, quick: isFirst });
      },
      left: () => this.#time.left,
      interruption: () => this.#ended(),
      known: (name, verdict) => this.emit({ kind: 'property', name, verdict }),
    });
  }

  #racesOnChecks(machine: Machine): EachCheckSession {
    const { compileThread } = machine;
    return {
      ...{ task: this.task, farChecks: this.means.farChecks, emit: this.emit },
      modelFor: (names, isKept) => this.#unlessOver(compileThread.call((remote) => remote.modelFor(names, isKept))),
      breaks: async ({ id }, job) =>
        this.means.kept !== null
          ? null
          : Promise.race([compileThread.call((remote) => remote.breaks(id, job)).catch(() => null), this.#interrupted]),
      races: (model) => this.#races(machine, model),
      answers: (model) => this.#checkAnswers({ ...machine, model }),
      tryQuickly: async (model, target) => (this.means.tried ? NOT_TRIED : this.#tryQuickly(machine, model, target)),
      runProved: (model, proof) => this.#runProved(machine, model, proof),
      stored: ({ id }) => compileThread.call((remote) => remote.store(id)).catch(() => null),
      settled: (names) => {
        for (const race of this.#running) race.settled(names);
      },
      left: () => this.#time.left,
      interruption: () => this.#ended(),
      known: (check, state) => this.emit({ kind: 'check', check, state: this.#words.state(state) }),
    };
  }

  /** The result, or null if the verification ends before, or by its failure. Results so far stay known. */
  async #unlessOver<T>(result: Promise<T>): Promise<T | null> {
    try {
      return await Promise.race([result, this.#interrupted]);
    } catch (error) {
      this.interrupt(outOfMemory(error, this.#compileStatus) ?? { kind: 'crashed', why: messageOf(error) });
      return null;
    }
  }

  async #decide(machine: Machine, model: Model, effort: Effort): Promise<Verdict> {
    const recall = await this.#recall({ ...machine, model, target: effort.target });
    const recalled = (await recall?.answer()) ?? null;
    if (recalled !== null) return this.#tried(machine, model, recalled, 'cache');
    const { answer = null, candidates = [] } = (await recall?.earlier()) ?? {};
    const verdict =
      answer === null
        ? await this.#find(machine, model, effort, candidates)
        : await this.#tried(machine, model, answer, 'cache');
    await recall?.keep(verdict);
    return verdict;
  }

  /** Null without a store of earlier answers. The code is loaded on demand. */
  async #recall(
    setup: Pick<RecallSetup, 'threads' | 'solverThreads' | 'compileThread' | 'model' | 'target'>,
  ): Promise<Recall | null> {
    const { answers } = this.means;
    if (answers === null || this.#interruption !== null) return null;
    const { Recall } = await import('../cache/recall.ts');
    return new Recall(answers, { ...setup, ...this.#recalling });
  }

  /** Null without a store of earlier answers. The code is loaded on demand. */
  async #checkAnswers(
    setup: Pick<RecallSetup, 'threads' | 'solverThreads' | 'compileThread' | 'model'>,
  ): Promise<CheckAnswers | null> {
    const { answers } = this.means;
    if (answers === null || this.#interruption !== null) return null;
    const { CheckAnswers } = await import('../cache/check-answers.ts');
    return new CheckAnswers(answers, { ...setup, ...this.#recalling });
  }

  get #recalling(): Pick<RecallSetup, 'task' | 'alone' | 'interrupted' | 'emit'> {
    return { task: this.task, alone: this.means.alone, interrupted: this.#interrupted, emit: this.emit };
  }

  async #find(
    machine: Machine,
    model: Model,
    { target, parts, quick: triesQuickly, milliseconds }: Effort,
    candidates: readonly PackedTerm[],
  ): Promise<Verdict> {
    const quick = triesQuickly && !this.means.tried ? await this.#tryQuickly(machine, model, target) : NOT_TRIED;
    if (quick.kind === 'decided') return this.#tried(machine, model, quick.result, 'quick', quick.by);
    const before = quick.kind === 'open' ? quick.left : null;
    if (this.#interruption !== null && quick.kind === 'open')
      return withStage(this.#unknown(this.#interruption), before);
    const races = this.#races(machine, model);
    if (parts.length > 0 && quick.kind === 'open' && this.#interruption === null) {
      return withStage(await this.#tried(machine, model, await races.onParts(parts)), before);
    }
    const early = quick.kind === 'claim' ? quick.thread : null;
    const result = await races.on(model, target, { milliseconds, early, candidates });
    if (result.kind === 'decided') throw new LemmataError('E-INTERNAL', 'a race on a property decides single checks');
    return withStage(await this.#tried(machine, model, result), before);
  }

  #races(machine: Machine, model: Model): Races {
    const { task, emit } = this;
    if (this.means.alone) throw new ThreadsNeeded(this.#isLeftOpen);
    const { far } = this.means;
    return new Races(machine, model, {
      ...{ task, far, emit },
      left: () => this.#time.left,
      interruption: () => this.#ended(),
      tryQuickly: (part, target) => this.#tryQuickly(machine, part, target),
      running: (race) => this.#running.add(race),
      over: (race) => this.#running.delete(race),
      keep: (certifier) => {
        this.#certifier?.end();
        this.#certifier = certifier;
      },
    });
  }

  /** Returns the verdict of a result. The program of a proof is run first. */
  async #tried(
    machine: Machine,
    model: Model,
    result: WholeResult,
    stage?: DecidingStage,
    by?: string,
  ): Promise<Verdict> {
    const verdict = verdictOf(result, model.property, stage, by);
    if (verdict.kind === 'safe' && !this.task.hardware) await this.#runProved(machine, model, verdict);
    return verdict;
  }

  /** Runs the program of a proof. `open`: checks that it leaves open; absent: none. */
  async #runProved(
    { compileThread }: Machine,
    { id: model }: Model,
    { engine, proof, open = [] }: Pick<SafeVerdict, 'engine' | 'proof'> & { readonly open?: readonly string[] },
  ): Promise<void> {
    const setup = {
      compileThread,
      model,
      seed: this.task.seed,
      ...this.#time,
      interrupted: this.#interrupted,
      emit: this.emit,
    };
    await runProved(engine, { proof, open }, setup);
  }

  async #tryQuickly({ compileThread }: Machine, model: Model, target: Target): Promise<QuickResult> {
    const setting = quickSetting(this.task.set, model.facts);
    if (setting === null || this.#interruption !== null) return NOT_TRIED;
    const setup = { compileThread, setting, model, target, interrupted: this.#interrupted, emit: this.emit };
    const quick = await runQuickStage(setup);
    this.#isLeftOpen = quick.kind === 'open' && quick.left?.end.kind !== 'crashed';
    return quick;
  }

  #unknown(reason: UnknownReason = this.#interruption ?? { kind: 'stopped' }): Verdict {
    return { kind: 'unknown', property: this.#property, reason, safeUpTo: null, engines: [] };
  }
}

/** The time that the answer about a target may take. */
interface Effort {
  readonly target: Target;
  /** Null: no limit of its own. */
  readonly milliseconds: number | null;
  /** The parts of the model's system that races are about one by one; []: the races are about all of it. */
  readonly parts: readonly Target[];
  /** Whether the quick stage comes first. */
  readonly quick: boolean;
}

const WHOLE_EFFORT: Effort = { target: ALL, parts: [], quick: true, milliseconds: null };
