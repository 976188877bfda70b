import { availableParallelism } from 'node:os';
import type { PackedTerm } from '../../logic/terms/pack.ts';
import { ALL, type Target } from '../../system/transys/target.ts';
import type { VerifyEventBody } from '../events.ts';
import { ExchangeThread } from '../exchange/exchange-thread.ts';
import type { FarRaces } from '../exchange/far-lemmas.ts';
import type { CertifierApi } from '../messages/certification.ts';
import type { ExchangeJob } from '../messages/exchange.ts';
import type { Model } from '../messages/model.ts';
import type { Task } from '../options/options.ts';
import { ThreadEngineHost } from '../schedule/engine-host.ts';
import type { EngineThread } from '../schedule/engine-thread.ts';
import { candidatesFirst, type Slices, slicesFor, slicesOnMachine, withoutSimulator } from '../schedule/slices.ts';
import type { SolverThreads } from '../schedule/solver-threads.ts';
import type { CompileThread } from '../threads/calling-thread.ts';
import type { Service } from '../threads/service.ts';
import type { Threads } from '../threads/threads.ts';
import type { UnknownReason } from '../verdict.ts';
import type { CheckRace } from './check-races.ts';
import { raceParts } from './part-races.ts';
import type { QuickResult } from './quick-stage.ts';
import { Race } from './race.ts';
import type { RaceResult, UnknownResult, WholeResult } from './result.ts';

/** Greatest delay of a timer in ms. */
const MOST_MILLISECONDS = 2 ** 31;
/** Interval in ms between looks whether a claim still waits for its certificate. */
const LOOK_MILLISECONDS = 20;

/** The threads that all races of a session share. */
export interface Machine {
  readonly threads: Threads;
  readonly solverThreads: SolverThreads;
  readonly compileThread: CompileThread;
}

/** The session, as its races see it. */
export interface RacingSession {
  readonly task: Task;
  /** Null: no other machines take part. */
  readonly far: FarRaces | null;
  readonly emit: (event: VerifyEventBody) => void;
  /** Milliseconds until the time limit; infinite without one. */
  left(): number;
  /** The reason why the session ended before its result; null: it goes on. */
  interruption(): UnknownReason | null;
  /** Tries a small system before its race. */
  tryQuickly(model: Model, target: Target): Promise<QuickResult>;
  /** Is called with each race as it begins, and at its end. */
  running(race: Race): void;
  over(race: Race): void;
  /** Receives the thread that accepted a certificate, if the proof is to be minimised. */
  keep(certifier: Service<CertifierApi>): void;
}

export interface RaceOptions {
  /** An engine whose claim is still to be certified. */
  readonly early: EngineThread | null;
  /** See `EngineContext.candidates`. */
  readonly candidates?: readonly PackedTerm[];
  readonly seed?: number;
  /** Whether the simulator takes part. It runs the program, and therefore covers all parts at once. */
  readonly simulates?: boolean;
  /** The checks that the race decides one by one. Absent: it decides the target as a whole. */
  readonly checks?: CheckRace;
  /** Chooses among the slices of the portfolio. Absent: all of them. */
  readonly choose?: (all: Slices) => Slices;
}

/** A race that has begun. */
export class RunningRace {
  constructor(
    private readonly race: Race,
    private readonly session: RacingSession,
    private readonly close: () => void,
  ) {}

  /**
   * Lets the race go on for this time in ms, or until it is over; null: no limit. Null: it is not over.
   * `isLast`: it does not go on later. A claim that then waits for its certificate has as long again, or
   * half of the rest.
   */
  async run(milliseconds: number | null, isLast: boolean): Promise<RaceResult | null> {
    const { race, session } = this;
    const interruption = session.interruption();
    if (interruption !== null) race.giveUp(interruption);
    race.rest(false);
    let timer: NodeJS.Timeout | null = null;
    const late = new Promise<null>((resolve) => {
      const wait = (limit: number, patience: number): void => {
        timer = setTimeout(() => {
          if (patience > 0 && race.isCertifying) wait(LOOK_MILLISECONDS, patience - LOOK_MILLISECONDS);
          else resolve(null);
        }, limit);
      };
      if (milliseconds !== null && milliseconds < MOST_MILLISECONDS)
        wait(milliseconds, isLast ? this.#patience(milliseconds) : 0);
    });
    try {
      const result = await Promise.race([race.result, late]);
      if (result === null) race.rest(true);
      return result;
    } finally {
      if (timer !== null) clearTimeout(timer);
    }
  }

  /** All that is known so far. */
  known(reason: UnknownReason): UnknownResult {
    return this.race.known(reason);
  }

  get phase(): 'solving' | 'certifying' {
    return this.race.phase;
  }

  /** Ends the race, if it is not over, and its threads. Rejects if a run contradicted a proof in it. */
  end(reason: UnknownReason): Promise<RaceResult> {
    this.race.giveUp(reason);
    this.session.over(this.race);
    this.close();
    return this.race.result;
  }

  #patience(limit: number): number {
    const left = this.session.left();
    return left === Number.POSITIVE_INFINITY ? limit : Math.max(limit, (left - limit) / 2);
  }
}

/** The races on a model. */
export class Races {
  constructor(
    private readonly machine: Machine,
    private readonly model: Model,
    private readonly session: RacingSession,
  ) {}

  /** Races on each part of the system. */
  onParts(parts: readonly Target[]): Promise<WholeResult> {
    const { session, model } = this;
    const { compileThread } = this.machine;
    const models = new Map<Target, Promise<Model>>();
    const modelOf = (target: Target): Promise<Model> => {
      const made = models.get(target);
      if (made !== undefined) return made;
      const making = compileThread.call((remote) => remote.restrict(model.id, target));
      models.set(target, making);
      return making;
    };
    return raceParts({
      parts,
      tryQuickly: async (part) => {
        const quick = await session.tryQuickly(await modelOf(part), ALL);
        return quick.kind === 'decided' ? quick.result : null;
      },
      race: async (part, { milliseconds, round, isFirst }) => {
        session.emit({ kind: 'part', part: parts.indexOf(part) + 1, parts: parts.length, milliseconds });
        const options = { milliseconds, early: null, seed: session.task.seed + round, simulates: isFirst };
        return this.on(await modelOf(part), ALL, options);
      },
      left: () => session.left(),
      interruption: () => session.interruption(),
      join: (proofs) => compileThread.call((remote) => remote.join(model.id, proofs)),
    });
  }

  /** Runs one race, on the system or on one of its parts. */
  async on(
    model: Model,
    target: Target,
    options: RaceOptions & { readonly milliseconds: number | null },
  ): Promise<RaceResult> {
    const { milliseconds } = options;
    const running = this.begin(model, target, options);
    const limit = { kind: 'time-limit', milliseconds: milliseconds ?? 0, during: 'solving' } as const;
    try {
      const result = await running.run(milliseconds, true);
      return result ?? running.known({ ...limit, during: running.phase });
    } finally {
      void running.end(limit);
    }
  }

  /** Begins a race, on the system or on one of its parts. */
  begin(
    model: Model,
    target: Target,
    {
      early,
      candidates: earlier = [],
      seed = this.session.task.seed,
      simulates = true,
      checks,
      choose = (all) => all,
    }: RaceOptions,
  ): RunningRace {
    const { session } = this;
    const { task, emit } = session;
    const exchange = this.#exchange(model, target);
    const candidates = [...model.candidates, ...earlier];
    const all = choose(slicesOnMachine(slicesFor(task.set, model.facts), task.machine));
    const some = simulates ? all : withoutSimulator(all);
    const slices = candidates.length === 0 ? some : candidatesFirst(some);
    const keep = (certifier: Service<CertifierApi>): void => session.keep(certifier);
    const engineHost = new ThreadEngineHost({
      ...this.machine,
      ...{ model, engines: slices.engines, seed, target, exchange, candidates },
      checks: checks?.open ?? null,
      keep: task.minimise ? keep : null,
    });
    const setup = {
      slices,
      slots: Math.min(task.threads, availableParallelism() + 1),
      loopFree: model.facts.loops === 0,
      early,
      checks: checks ?? null,
    };
    const race = new Race(engineHost, setup, emit);
    session.running(race);
    return new RunningRace(race, session, () => {
      exchange?.close();
      engineHost.close();
    });
  }

  /** Null: engines do not learn from each other. */
  #exchange(model: Model, target: Target): ExchangeThread | null {
    const { far: races, emit } = this.session;
    if (!this.#exchanges) return null;
    return new ExchangeThread({
      start: () => this.machine.threads.exchange(),
      job: () => this.#exchangeJob(model),
      far: races === null ? null : { races, system: model.reduced, property: propertyIn(model, target) },
      emit,
    });
  }

  /** On one core lemmas cost as much as they gain, see docs/exchange.md. */
  get #exchanges(): boolean {
    const { task, far } = this.session;
    const { exchange, threads } = task;
    return exchange ?? (far !== null || Math.min(threads, availableParallelism()) > 1);
  }

  async #exchangeJob({ reduced: system, facts }: Model): Promise<Omit<ExchangeJob, 'main' | 'isFar'>> {
    const { seed, provenance: texts } = this.session.task;
    const { solverThreads } = this.machine;
    // Z3 is loaded for this only where our own solvers do not suffice.
    const z3 = facts.floats ? await solverThreads.z3 : null;
    return { system, seed, texts, z3, megabytes: solverThreads.solverMegabytes };
  }
}

/** The index of the only property of a target; null for others. */
function propertyIn({ reduced }: Model, target: Target): number | null {
  if (target.kind !== 'labels') return null;
  const index = reduced.system.blocks[0]?.bads.findIndex(({ name }) => name === target.labels[0]) ?? -1;
  return index < 0 ? null : index;
}
