import { setTimeout as sleep } from 'node:timers/promises';
import { unreachable } from '../../base/errors.ts';
import { isLeakKind } from '../../program/cfa/checks/kinds.ts';
import type { Check } from '../../program/cfa/checks/places.ts';
import { ALL, type Target } from '../../system/transys/target.ts';
import type { CheckAnswers } from '../cache/check-answers.ts';
import type { Recalled } from '../cache/recall.ts';
import type { VerifyEventBody } from '../events.ts';
import type { FarChecks } from '../exchange/far-checks.ts';
import type { BreakingJob, Compilation } from '../messages/compilation.ts';
import type { Model } from '../messages/model.ts';
import type { Task } from '../options/options.ts';
import { OpenChecks } from '../schedule/open-checks.ts';
import { hasProvers, type Slices, slicesOfProvers, withLongRuns } from '../schedule/slices.ts';
import type {
  Break,
  CheckState,
  DecidingStage,
  OpenState,
  Proof,
  SafeVerdict,
  UnknownReason,
  UnsafeVerdict,
  Verdict,
} from '../verdict.ts';
import { type CheckDecisions, type CheckRace, raceChecks } from './check-races.ts';
import { NOT_TRIED, type QuickResult } from './quick-stage.ts';
import type { RaceOptions, Races, RunningRace } from './races.ts';
import type { EngineResult, RaceResult } from './result.ts';
import type { CommonOpen, CommonRace, Open } from './target-races.ts';
import { verdictOf, withStage } from './verdict-of.ts';

/** Least slice of the simulator in the common race, as a multiple of the time that compiling took. */
const LONG_RUNS = 0.25;

/** The share of the time that is kept for saying why checks stay open, and the most of it in ms. */
const PART_FOR_BREAKS = 0.06;
const MOST_FOR_BREAKS = 1500;
/** Most proofs whose invariants are known then. */
const MOST_PROOFS = 20;

/** Most of the remaining time that compiling once more for checks without leaks may take. */
const PART_FOR_ENCODING = 0.1;

/** Interval in ms between looks for answers of workers elsewhere. */
const LOOK_MILLISECONDS = 1000;

/** The result about checks that other machines are to decide. */
const LEFT_TO_OTHERS: Open = {
  reason: { kind: 'incomplete', why: 'it is left to other machines' },
  safeUpTo: null,
  engines: [],
};

/** The result where no race on some of the checks is worthwhile. */
const NO_RACE: Open = {
  reason: { kind: 'incomplete', why: 'no engine of this portfolio looks for proofs' },
  safeUpTo: null,
  engines: [],
};

/** The reason for which a run is none of the program where a clause about all elements counts at few. */
const OF_ELEMENTS: UnknownReason = {
  kind: 'incomplete',
  why: 'a run fails it that may break a clause about all elements',
};

/** The session, as the races on checks see it. */
export interface EachCheckSession {
  readonly task: Task;
  readonly emit: (event: VerifyEventBody) => void;
  races(model: Model): Races;
  /** Earlier answers about a program; null: there is no store of them. */
  answers(model: Model): Promise<CheckAnswers | null>;
  tryQuickly(model: Model, target: Target): Promise<QuickResult>;
  /** Runs the program of a proof. `open`: the checks that it leaves open. */
  runProved(model: Model, proof: SafeVerdict & { readonly open: readonly string[] }): Promise<void>;
  /**
   * The model in which runs are errors that fail one of these checks; null: the verification is over.
   * `isKept`: it stays known when another one is made.
   */
  modelFor(names: readonly string[], isKept?: boolean): Promise<Model | null>;
  /** Null: no workers elsewhere decide checks. */
  readonly farChecks: FarChecks | null;
  /** A model and its checks as bytes; null: it cannot be sent. */
  stored(model: Model): Promise<Uint8Array | null>;
  /** Takes checks out of all races that have begun: they are decided elsewhere. */
  settled(names: readonly string[]): void;
  /** Says why induction does not prove checks; null: the verification is over. */
  breaks(model: Model, job: BreakingJob): Promise<ReadonlyMap<string, Break> | null>;
  left(): number;
  interruption(): UnknownReason | null;
  known(check: Check, state: CheckState): void;
}

/**
 * Decides each check of a program on its own; returns the verdict on all. Null: there are no checks.
 * `encoding`: time in ms that the model took.
 */
export async function decideEach(
  session: EachCheckSession,
  { checks, model }: Pick<Compilation, 'checks' | 'model'>,
  encoding: number,
): Promise<Verdict | null> {
  if (checks.length === 0) return null;
  const races = new EachCheck(session, model, checks, encoding);
  const { violations, open, proof } = await races.decide();
  const { property } = model;
  if (violations[0] !== undefined) return { ...violations[0], property };
  if (open[0] !== undefined) return { kind: 'unknown', property, ...open[0] };
  return proof === null ? null : { ...proof, property };
}

/** A common race that has begun. */
interface BegunRace {
  readonly race: RunningRace;
  readonly model: Model;
  readonly open: OpenChecks;
  /** Its checks. */
  readonly checks: readonly Check[];
  /** The record of the stage before it; null: there was none. */
  readonly before: EngineResult | null;
}

/** The setting in which a race begins. */
interface Entry {
  readonly options: RaceOptions & { readonly checks: CheckRace };
  readonly before: EngineResult | null;
}

class EachCheck {
  /** Certified proofs about whole models. */
  readonly #proofs = new Map<Model, Proof[]>();
  /** Null: there is no store of earlier answers. */
  #answers: CheckAnswers | null = null;
  /** The checks that are told as an earlier run left them. */
  #aside: ReadonlyMap<string, Open> = new Map();
  /** Names of the checks that other machines are to decide. */
  readonly #others: readonly string[];
  /** Aborted when no more answers are taken from elsewhere. */
  readonly #over = new AbortController();
  /** The error that an answer from elsewhere ends the races with; null: none. */
  #failure: { readonly error: unknown } | null = null;
  readonly #common: BegunRace[] = [];

  constructor(
    private readonly session: EachCheckSession,
    private readonly whole: Model,
    private readonly checks: readonly Check[],
    private encoding: number,
  ) {
    const { only } = session.task;
    this.#others = checks.flatMap(({ name }, number) => (only === null || only.has(number) ? [] : [name]));
  }

  /** The checks that stay open are told last, with what breaks their induction. */
  async decide(): ReturnType<typeof raceChecks> {
    const { session, whole, checks } = this;
    const isApart = whole.facts.checks > 1;
    const open: (readonly [check: Check, state: OpenState])[] = [];
    // A worker that has a part of the checks only answers.
    const isPart = session.task.only !== null;
    const kept = isPart ? 0 : Math.min(MOST_FOR_BREAKS, PART_FOR_BREAKS * session.left());
    const left = (): number => session.left() - kept;
    const limit = { kind: 'time-limit', milliseconds: session.task.limitMilliseconds ?? 0, during: 'solving' } as const;
    const results = raceChecks({
      ...{ checks, first: session.task.firstViolation },
      doubt: session.task.contract?.part === 'instances' ? OF_ELEMENTS : null,
      recall: (decisions) => this.#recall(decisions),
      common: async (decisions) => (isApart ? this.#beginCommon(decisions) : []),
      decide: (open, milliseconds, decisions, finished) =>
        this.#raceOn(open, milliseconds, decisions, isApart ? finished : null),
      encoding: () => this.encoding,
      left,
      interruption: () =>
        session.interruption() ?? (left() <= 0 ? limit : null) ?? (this.#failure === null ? null : { kind: 'stopped' }),
      known: (check, state) => {
        if (state.kind === 'open') open.push([check, state]);
        else session.known(check, state);
      },
    });
    // A common race may have met a contradiction while it rested.
    const found = await results.finally(() => {
      this.#over.abort();
      const why = session.interruption() ?? ({ kind: 'stopped' } as const);
      return Promise.all(this.#common.map(({ race }) => race.end(why)));
    });
    if (this.#failure !== null) throw this.#failure.error;
    await this.#answers?.kept();
    if (!isPart) await this.#keepOpen(open);
    const names = new Set(open.map(([{ name }]) => name));
    const breaks = isPart ? new Map<string, Break>() : await this.#breaks(names, kept);
    for (const [check, state] of open) {
      const why = breaks.get(check.name);
      session.known(check, why === undefined ? state : { ...state, breaks: why });
    }
    return found;
  }

  /**
   * Says why induction does not prove open checks, by what is proved of the model of their common race. Checks whose
   * race never began are asked about in the whole model.
   */
  async #breaks(names: ReadonlySet<string>, milliseconds: number): Promise<ReadonlyMap<string, Break>> {
    const { session, whole, checks } = this;
    const breaks = new Map<string, Break>();
    const raced = new Set(this.#common.flatMap((race) => race.checks));
    const others = { model: whole, checks: checks.filter((check) => !raced.has(check)) };
    const jobs = [...this.#common, others].flatMap(({ model, checks }) => {
      const open = checks.flatMap(({ name }) => (names.has(name) ? [name] : []));
      return open.length === 0 ? [] : [{ model, open }];
    });
    for (const { model, open } of jobs) {
      if (session.interruption() !== null) break;
      const proofs = (this.#proofs.get(model) ?? []).slice(-MOST_PROOFS);
      const found = await session.breaks(model, { checks: open, proofs, milliseconds: milliseconds / jobs.length });
      for (const [name, why] of found ?? []) breaks.set(name, why);
    }
    return breaks;
  }

  /** Takes the earlier answers that are certified again; returns what an earlier run left open. */
  async #recall(decisions: CheckDecisions): Promise<ReadonlyMap<string, Open>> {
    const { session, whole } = this;
    const others = new Map(this.#others.map((name) => [name, LEFT_TO_OTHERS]));
    const answers = await session.answers(whole);
    if (answers === null) return others;
    this.#answers = answers;
    const { take, race } = this.#deciding(whole, this.checks, decisions);
    const { open } = race;
    open.decide(this.#others);
    const left = (): number => session.left();
    for await (const { checks, result, isKept } of answers.answers(() => open.names, left)) {
      await take(checks, result, 'cache', { isKept });
      if (open.names.length === 0 || decisions.isOver()) return others;
    }
    const again = session.task.retry ? [] : await answers.leftOpen();
    this.#aside = new Map([...again].filter(([name]) => open.isOpen(name)));
    return new Map([...others, ...this.#aside]);
  }

  /** Has workers elsewhere decide checks, too, and takes their answers while races go on here. */
  async #askElsewhere(decisions: CheckDecisions): Promise<void> {
    const { session, whole, checks } = this;
    const answers = this.#answers;
    const { signal } = this.#over;
    const { take } = this.#deciding(whole, checks, decisions);
    const open = (): readonly number[] =>
      signal.aborted ? [] : checks.flatMap(({ name }, number) => (decisions.isSettled(name) ? [] : [number]));
    const names = (): readonly string[] => open().map((number) => checks[number].name);
    const left = (): number => session.left();
    const program = session.farChecks === null || answers === null ? null : await session.stored(whole);
    if (session.farChecks === null || answers === null || program === null) return;
    const handed = session.farChecks.handOut({ program, task: session.task, open, left });
    signal.addEventListener('abort', () => handed.stop());
    while (open().length > 0) {
      await sleep(LOOK_MILLISECONDS, null, { signal }).catch(() => {});
      for await (const { checks: decided, result, isKept } of answers.answers(names, left)) {
        if (signal.aborted) return;
        await take(decided, result, 'cache', { isKept });
        session.settled(checks.flatMap(({ name }) => (decisions.isSettled(name) ? [name] : [])));
      }
    }
    handed.stop();
  }

  /** Keeps what the races of this run left open, unless something else than their time ended them. */
  async #keepOpen(open: readonly (readonly [check: Check, state: OpenState])[]): Promise<void> {
    const end = this.session.interruption();
    if (this.#answers === null || (end !== null && end.kind !== 'time-limit')) return;
    const asked = open.filter(([{ name }, { reason }]) => !this.#aside.has(name) && hadItsTime(reason));
    if (asked.length > 0) await this.#answers.keepOpen(new Map(asked.map(([{ name }, state]) => [name, state])));
  }

  /**
   * Begins the common races. Questions about leaks are dear, since every step of the program depends on them. The other
   * checks have a race of their own, on a model without these questions.
   */
  async #beginCommon(decisions: CheckDecisions): Promise<readonly CommonRace<Check>[]> {
    const { session, whole, checks } = this;
    const entry = await this.#enter(whole, checks, decisions, true);
    if (entry === null || decisions.isOver()) return [];
    this.#askElsewhere(decisions).catch((error: unknown) => {
      this.#failure = { error };
      session.settled(checks.map(({ name }) => name));
    });
    const [leaks, others] = [true, false].map((isLeak) => checks.filter(({ kind }) => isLeakKind(kind) === isLeak));
    const isDivided =
      [leaks, others].every((part) => part.some(({ name }) => !decisions.isSettled(name))) &&
      entry.options.early === null &&
      session.task.only === null &&
      this.encoding < PART_FOR_ENCODING * session.left();
    const names = others.map(({ name }) => name);
    const narrow = isDivided ? await session.modelFor(names, true) : null;
    // A race on a model that does not tell checks apart ends with its first decision.
    if (narrow === null || narrow.facts.checks <= 1)
      return [this.#commonRace(checks, () => this.#begin(whole, checks, entry), decisions)];
    const withoutLeaks = (): BegunRace => {
      const { race } = this.#deciding(narrow, others, decisions);
      return this.#begin(narrow, others, { options: { early: null, checks: race }, before: entry.before });
    };
    const aboutLeaks = (): BegunRace => this.#begin(whole, leaks, entry);
    return [this.#commonRace(others, withoutLeaks, decisions), this.#commonRace(leaks, aboutLeaks, decisions)];
  }

  #begin(model: Model, checks: readonly Check[], { options, before }: Entry): BegunRace {
    const { session } = this;
    const choose = (all: Slices): Slices => withLongRuns(all, LONG_RUNS * this.encoding);
    const simulates = session.task.only === null;
    const { open } = options.checks;
    const asked = new Set(checks.map(({ name }) => name));
    open.decide(open.names.filter((name) => !asked.has(name)));
    const race = session.races(model).begin(model, ALL, { ...options, choose, simulates });
    const begun = { race, model, open, checks, before };
    this.#common.push(begun);
    return begun;
  }

  #commonRace(items: readonly Check[], begin: () => BegunRace, decisions: CheckDecisions): CommonRace<Check> {
    let begun: BegunRace | null = null;
    const goOn = async (milliseconds: number): Promise<CommonOpen> => {
      const start = performance.now();
      begun ??= begin();
      const { race, model, open, before } = begun;
      open.decide(open.names.filter((name) => decisions.isSettled(name)));
      const rest = Math.max(1, milliseconds - (performance.now() - start));
      const result = await race.run(rest, false);
      const limit = { kind: 'time-limit', milliseconds, during: race.phase } as const;
      return { open: openOf(result ?? race.known(limit), model, before), isOver: result !== null };
    };
    return { items, goOn };
  }

  /** `finished`: engines that take no part; null: there is no common race, so that this one looks for runs, too. */
  async #raceOn(
    checks: readonly Check[],
    milliseconds: number | null,
    decisions: CheckDecisions,
    finished: ReadonlySet<string> | null,
  ): Promise<Open | null> {
    const { session } = this;
    const { set, only } = session.task;
    if (finished !== null && (only !== null || !hasProvers(set))) return NO_RACE;
    const begun = performance.now();
    const model =
      checks.length === this.checks.length ? this.whole : await session.modelFor(checks.map(({ name }) => name));
    if (model === null) return openOf(null, this.whole, null);
    this.encoding = performance.now() - begun;
    const entry = await this.#enter(model, checks, decisions, finished === null);
    if (entry === null) return null;
    const { options, before } = entry;
    const choose = finished === null ? {} : { choose: (all: Slices) => slicesOfProvers(all, finished) };
    const result = await session.races(model).on(model, ALL, { ...options, ...choose, milliseconds });
    return openOf(result, model, before);
  }

  /**
   * Tries the quick stage before a race on all checks, if `isFirst`. Null: it decided all of them, or the
   * model tells them not apart.
   */
  async #enter(
    model: Model,
    checks: readonly Check[],
    decisions: CheckDecisions,
    isFirst: boolean,
  ): Promise<Entry | null> {
    const { session } = this;
    const { race, take } = this.#deciding(model, checks, decisions);
    const { open } = race;
    const isWhole = model === this.whole;
    if (isWhole) open.decide(open.names.filter((name) => decisions.isSettled(name)));
    const triesQuickly = isFirst && open.names.length === checks.length && session.interruption() === null;
    const quick = triesQuickly ? await session.tryQuickly(model, ALL) : NOT_TRIED;
    if (quick.kind === 'decided' && (await take(open.names, quick.result, 'quick', { by: quick.by }))) return null;
    const early = quick.kind === 'claim' ? quick.thread : null;
    const before = quick.kind === 'open' ? quick.left : null;
    return { options: { early, candidates: isFirst ? this.#answers?.candidates : [], checks: race }, before };
  }

  /** The ways in which a race, or what comes before it, decides checks of a model. */
  #deciding(
    model: Model,
    checks: readonly Check[],
    decisions: CheckDecisions,
  ): {
    readonly race: CheckRace;
    /**
     * Takes an answer to the named checks, or to the one that a run fails; `isKept`: the answer is stored for
     * this system. True: no race is needed, or possible.
     */
    take(
      names: readonly string[],
      result: Recalled,
      stage: DecidingStage,
      more: { readonly by?: string; readonly isKept?: boolean },
    ): Promise<boolean>;
  } {
    const { session } = this;
    const open = OpenChecks.of(checks.map(({ name }) => name));
    const apart = model.facts.checks > 1;
    const prove = async (names: readonly string[], verdict: SafeVerdict, isKept = false): Promise<void> => {
      const proved = new Set(names);
      const left = model.property.errorFunctions.filter((name) => !proved.has(name));
      await session.runProved(model, { ...verdict, open: left });
      session.emit({ kind: 'proof', checks: checks.filter(({ name }) => proved.has(name)), verdict });
      decisions.proved(names, verdict);
      this.#proofs.set(model, [...(this.#proofs.get(model) ?? []), verdict.proof]);
      if (!isKept) await this.#answers?.keep(names, verdict, model);
    };
    const fail = async (name: string, verdict: UnsafeVerdict, isKept = false): Promise<void> => {
      decisions.failed(name, verdict);
      if (!isKept) await this.#answers?.keep([name], verdict, model);
    };
    const race: CheckRace = {
      ...{ open, apart },
      proved: (names, proof) => prove(names, verdictOf(proof, model.property, undefined) as SafeVerdict),
      failed: (name, run) => fail(name, verdictOf(run, model.property, undefined) as UnsafeVerdict),
      isFailed: (name) => decisions.isFailed(name),
      isOver: () => decisions.isOver(),
    };
    return {
      race,
      take: async (names, result, stage, { by, isKept }) => {
        const verdict = verdictOf(result, model.property, stage, by);
        if (verdict.kind === 'safe') {
          await prove(names, verdict, isKept);
          open.decide(names);
        } else if (verdict.kind === 'unsafe' && verdict.run.kind === 'program') {
          await fail(verdict.run.errorFunction, verdict, isKept);
          open.decide([verdict.run.errorFunction]);
        }
        return !apart || open.names.length === 0 || decisions.isOver();
      },
    };
  }
}

/** Whether a check is open since races had their time, and not since something ended them. */
function hadItsTime({ kind }: UnknownReason): boolean {
  switch (kind) {
    case 'time-limit':
    case 'incomplete':
    case 'unsupported':
    case 'undefined-behaviour':
      return true;
    case 'memory-limit':
    case 'crashed':
    case 'stopped':
      return false;
    default:
      return unreachable(kind);
  }
}

/** The knowledge about checks that a race leaves open; null: it ended with a decision. */
function openOf(result: RaceResult | null, { property }: Model, before: EngineResult | null): Open | null {
  if (result === null) return { reason: { kind: 'stopped' }, safeUpTo: null, engines: [] };
  if (result.kind !== 'unknown') return null;
  const verdict = withStage({ ...result, property }, before);
  return verdict.kind === 'unknown' ? verdict : null;
}
