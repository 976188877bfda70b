import { ERRORS, type ErrorCode, unreachable } from '../base/errors.ts';
import type { ClaimedRun, EngineStatistics } from '../engines/engine.ts';
import type { Support } from '../exchange/relay.ts';
import type { VerifyEventBody } from './events.ts';
import type { CertifierAnswer, EngineAnswer, ReplayAnswer } from './messages.ts';
import { Offers } from './offers.ts';
import type { Entrant } from './plan.ts';
import { Rest } from './rest.ts';
import type { Runner } from './runner.ts';
import type { Schedule } from './schedule.ts';
import { concludeUnknown } from './unknown.ts';
import type { EngineEnd, SafeVerdict, UnknownReason, UnsafeVerdict } from './verdict.ts';

/** A verdict of a race, before the property is named. */
export type RaceResult =
  | Pick<SafeVerdict, 'kind' | 'engine' | 'proof' | 'restsOn'>
  | Pick<UnsafeVerdict, 'kind' | 'engine' | 'run'>
  | {
      readonly kind: 'unknown';
      readonly reason: UnknownReason;
      readonly safeUpTo: number | null;
      readonly engines: readonly RaceEngine[];
    };

export interface RaceEngine {
  readonly engine: string;
  readonly end: EngineEnd;
  readonly bound: number | null;
}

type SafeClaim = EngineAnswer & { kind: 'safe' };

/** What a race needs from the threads; tests replace it. */
export interface Arena {
  start(entrant: Entrant, listener: RaceListener): Runner;
  /** The lemmas that an engine's proof rests on. */
  support(engine: string, claim: SafeClaim): Support;
  /** Checks a claimed certificate in a fresh thread, together with what it rests on. */
  certify(claim: SafeClaim, support: Support): Promise<CertifierAnswer>;
  /** What the engine said is not vouched for any more: it made a wrong claim. */
  retract(engine: string): void;
  /** Replays a claimed run in a fresh thread. */
  replay(run: ClaimedRun): Promise<ReplayAnswer>;
}

export interface RaceListener {
  bound(engine: string, bound: number): void;
  note(engine: string, text: string): void;
  /** See `EngineContext.statistics`. */
  statistics(engine: string, values: EngineStatistics): void;
  /** See `EngineContext.offer`. */
  offer(engine: string, run: ClaimedRun): void;
  /** Nothing more will come from the engine. */
  gone(engine: string): void;
}

const NO_SUPPORT: Support = { lemmas: [], missing: [] };
const LAST_SIMULATION_MILLISECONDS = 1000;

/** Engines race on one property of one system: the first claim that is certified wins. */
export class Race {
  readonly #running = new Map<string, Runner>();
  readonly #ended: RaceEngine[] = [];
  /** Engines whose claim is being certified, by what they claim. */
  readonly #certifying = new Map<Runner, 'safe' | 'unsafe'>();
  readonly #offers = new Map<string, Offers>();
  readonly #rest = new Rest();
  /** Why an offered run was not reproduced: the first one that says something about the program. */
  #doubt: UnknownReason | null = null;
  #timer: NodeJS.Timeout | null = null;
  #settle: ((result: RaceResult) => void) | null = null;
  readonly #started = performance.now();
  /** Settles once. */
  readonly result: Promise<RaceResult>;

  constructor(
    private readonly arena: Arena,
    private readonly schedule: Schedule,
    private readonly emit: (event: VerifyEventBody) => void,
    /** One that has made its claim before the race, of which only the certificate or the run is still to be checked. */
    early: Runner | null = null,
  ) {
    this.result = new Promise((resolve) => {
      this.#settle = resolve;
    });
    if (early !== null) this.#join(early);
    this.#advance();
  }

  get phase(): 'solving' | 'certifying' {
    return this.#certifying.size > 0 && this.#running.size === 0 ? 'certifying' : 'solving';
  }

  get runners(): readonly Runner[] {
    return [...this.#running.values()];
  }

  /** Ends the race from outside; everything that is known so far goes into the result. */
  giveUp(reason: UnknownReason): void {
    // That the error is reached by a run that is no alarm says more than that nobody found another in time.
    const told = reason.kind === 'time-limit' ? (this.#doubt ?? reason) : reason;
    this.#finish({ kind: 'unknown', reason: told, ...this.#known() });
  }

  /** Ends the engine that holds most memory; false if none runs. `bytes`: size of the process. */
  relieve(bytes: number): boolean {
    const largest = largestOf(this.runners, bytes);
    if (largest === null) return false;
    largest.runner.abort();
    this.#leave(largest.runner, { kind: 'out-of-memory', bytes: largest.bytes });
    return true;
  }

  #advance(): void {
    if (this.#settle === null || this.#rest.isOn) return;
    const now = performance.now() - this.#started;
    for (const entrant of this.schedule.start(now, this.#running.size)) this.#start(entrant);
    if (this.#timer !== null) clearTimeout(this.#timer);
    const next = this.schedule.nextStart(this.#running.size);
    this.#timer = next === null ? null : setTimeout(() => this.#advance(), Math.max(1, next - now));
    this.#hurryLastSimulator();
    if (this.#running.size === 0 && this.#certifying.size === 0 && this.schedule.waiting === 0) {
      this.#finish({ kind: 'unknown', reason: concludeUnknown(this.#ended), ...this.#known() });
    }
  }

  #start(entrant: Entrant): void {
    this.emit({ kind: 'engine-started', engine: entrant.id, options: entrant.options });
    const offers = new Offers((run) => this.#tryOffer(entrant.id, run));
    this.#offers.set(entrant.id, offers);
    const runner = this.arena.start(entrant, {
      bound: (engine, bound) => this.#settle !== null && this.emit({ kind: 'bound', engine, bound }),
      statistics: (engine, values) => this.#settle !== null && this.emit({ kind: 'statistics', engine, values }),
      note: (engine, text) => this.#settle !== null && this.emit({ kind: 'note', engine, text }),
      offer: (_, run) => offers.add(run),
      gone: () => offers.close(),
    });
    this.#join(runner);
  }

  #join(runner: Runner): void {
    this.#running.set(runner.id, runner);
    runner.answer.then(
      (answer) => void this.#answered(runner, answer),
      (error: unknown) => this.#leave(runner, crashOf(error)),
    );
  }

  /**
   * Limits the time of the simulator if it is the last engine and proofs are out of reach. They are out of reach behind
   * an unsupported construct, or if undefined behaviour reaches the error.
   */
  #hurryLastSimulator(): void {
    const [last] = this.runners;
    if (this.#running.size !== 1 || this.schedule.waiting > 0 || this.#certifying.size > 0 || last.engine !== 'sim') return;
    if (!this.#ended.some(({ end }) => end.kind === 'unsupported' || end.kind === 'undefined-behaviour')) return;
    last.after(LAST_SIMULATION_MILLISECONDS, () => {
      last.stop();
      this.#leave(last, { kind: 'share-used' });
    });
  }

  async #answered(runner: Runner, answer: EngineAnswer): Promise<void> {
    if (!this.#running.has(runner.id)) return;
    switch (answer.kind) {
      case 'unknown':
        return (answer.offers ?? 0) === 0 ? this.#leave(runner, answer.end) : this.#leaveAfterOffers(runner, answer);
      case 'safe':
      case 'unsafe': {
        const support = answer.kind === 'safe' ? this.arena.support(runner.id, answer) : NO_SUPPORT;
        const uses = support.lemmas.map(({ id }) => id);
        this.emit({ kind: 'claim', engine: runner.id, claim: answer.kind, detail: answer.detail, uses });
        this.#running.delete(runner.id);
        this.#certifying.set(runner, answer.kind);
        this.#rest.begin(this.runners, () => this.#advance());
        this.#advance();
        const end = await (answer.kind === 'safe' ? this.#certify(runner, answer, support) : this.#replay(runner, answer));
        this.#certifying.delete(runner);
        if (this.#certifying.size === 0) this.#rest.end();
        this.#record(runner, end);
        return this.#advance();
      }
      default:
        return unreachable(answer);
    }
  }

  async #certify(runner: Runner, claim: SafeClaim, support: Support): Promise<EngineEnd> {
    const begun = performance.now();
    let answer: CertifierAnswer;
    try {
      answer = await this.arena.certify(claim, support);
    } catch (error) {
      return { kind: 'incomplete', why: `its certificate could not be checked: ${messageOf(error)}` };
    }
    switch (answer.kind) {
      case 'accepted':
        this.#announceCertified(runner.id, 'safe', begun);
        this.#finish({ kind: 'safe', engine: runner.id, proof: answer.proof, restsOn: authors(support, runner.id) });
        return { kind: 'claimed', claim: 'safe' };
      case 'refused':
        return this.#refuse(runner, 'safe', answer.why);
      case 'undecided':
        return { kind: 'incomplete', why: `its certificate could not be checked: ${answer.why}` };
      default:
        return unreachable(answer);
    }
  }

  async #replay(runner: Runner, claim: EngineAnswer & { kind: 'unsafe' }): Promise<EngineEnd> {
    const begun = performance.now();
    let answer: ReplayAnswer;
    try {
      answer = await this.arena.replay(claim.run);
    } catch (error) {
      return { kind: 'incomplete', why: `its run could not be replayed: ${messageOf(error)}` };
    }
    switch (answer.kind) {
      case 'reproduced':
        this.#announceCertified(runner.id, 'unsafe', begun);
        this.#finish({ kind: 'unsafe', engine: runner.id, run: answer.run });
        return { kind: 'claimed', claim: 'unsafe' };
      case 'refused':
        return this.#refuse(runner, 'unsafe', answer.why);
      case 'undefined-behaviour':
      case 'unsupported':
      case 'incomplete':
        return answer;
      default:
        return unreachable(answer);
    }
  }

  /** Replays a run that may be no alarm. */
  async #tryOffer(engine: string, run: ClaimedRun): Promise<ReplayAnswer> {
    if (this.#settle === null) return { kind: 'incomplete', why: 'the race is over' };
    const begun = performance.now();
    let answer: ReplayAnswer;
    try {
      answer = await this.arena.replay(run);
    } catch (error) {
      answer = { kind: 'incomplete', why: `its run could not be replayed: ${messageOf(error)}` };
    }
    if (this.#settle === null) return answer;
    if (answer.kind === 'reproduced') {
      this.emit({ kind: 'claim', engine, claim: 'unsafe', detail: 'a run that was in doubt', uses: [] });
      this.#announceCertified(engine, 'unsafe', begun);
      this.#finish({ kind: 'unsafe', engine, run: answer.run });
      return answer;
    }
    const why = describeRefusal(answer);
    this.emit({ kind: 'note', engine, text: `a run to the error was not reproduced: ${why}` });
    if (answer.kind === 'undefined-behaviour' || answer.kind === 'unsupported') this.#doubt ??= answer;
    return answer;
  }

  /** The engine has ended; what it offered may still be on its way. */
  async #leaveAfterOffers(runner: Runner, { end, offers = 0 }: EngineAnswer & { kind: 'unknown' }): Promise<void> {
    this.#running.delete(runner.id);
    this.#certifying.set(runner, 'unsafe');
    this.#advance();
    const answers = (await this.#offers.get(runner.id)?.settled(offers)) ?? [];
    this.#certifying.delete(runner);
    if (this.#certifying.size === 0) this.#rest.end();
    // The replay has seen what the engine could only suppose.
    const seen = answers.find(({ kind }) => kind === 'undefined-behaviour' || kind === 'unsupported');
    const supposed = end.kind === 'undefined-behaviour' || end.kind === 'unsupported';
    this.#record(runner, supposed && seen !== undefined && seen.kind !== 'reproduced' ? seen : end);
    this.#advance();
  }

  #announceCertified(engine: string, claim: 'safe' | 'unsafe', begun: number): void {
    if (this.#settle !== null) this.emit({ kind: 'certified', engine, claim, milliseconds: performance.now() - begun });
  }

  #refuse(runner: Runner, claim: 'safe' | 'unsafe', why: string): EngineEnd {
    if (this.#settle !== null) {
      this.emit({ kind: 'refused', engine: runner.id, claim, why });
      this.arena.retract(runner.id);
    }
    return { kind: 'refused', why };
  }

  #leave(runner: Runner, end: EngineEnd): void {
    if (!this.#running.delete(runner.id)) return;
    this.#record(runner, end);
    this.#advance();
  }

  #record(runner: Runner, end: EngineEnd): void {
    if (this.#settle === null) return;
    // What an engine said whose claim was wrong does not count.
    const bound = end.kind === 'refused' ? null : runner.board.bound;
    this.#ended.push({ engine: runner.id, end, bound });
    this.emit({ kind: 'engine-ended', engine: runner.id, end, bound });
  }

  #known(): { readonly safeUpTo: number | null; readonly engines: readonly RaceEngine[] } {
    const running = this.runners.map(
      (runner): RaceEngine => ({ engine: runner.id, end: { kind: 'stopped', aborted: false }, bound: runner.board.bound }),
    );
    const claimed = [...this.#certifying].map(
      ([runner, claim]): RaceEngine => ({ engine: runner.id, end: { kind: 'claimed', claim }, bound: runner.board.bound }),
    );
    const engines = [...this.#ended, ...claimed, ...running];
    const bounds = engines.flatMap(({ bound }) => (bound === null ? [] : [bound]));
    return { safeUpTo: bounds.length === 0 ? null : Math.max(...bounds), engines };
  }

  #finish(result: RaceResult): void {
    const settle = this.#settle;
    if (settle === null) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#rest.end();
    for (const runner of this.runners) {
      runner.stop();
      this.emit({ kind: 'engine-ended', engine: runner.id, end: { kind: 'stopped', aborted: false }, bound: runner.board.bound });
    }
    this.#settle = null;
    settle(result);
  }
}

/** The engines besides the one itself. */
function authors({ lemmas }: Support, engine: string): readonly string[] {
  return [...new Set(lemmas.map(({ from }) => from))].filter((from) => from !== engine);
}

/** An engine that has not reported for so long is in a solve, where its memory may be growing. */
const SILENT_MILLISECONDS = 300;

/** What the engines have not reported is taken as held, in equal parts, by those that are silent. */
function largestOf(runners: readonly Runner[], process: number): { readonly runner: Runner; readonly bytes: number } | null {
  const reported = runners.reduce((sum, { board }) => sum + board.bytes, 0);
  const silent = runners.filter(({ board }) => board.silence > SILENT_MILLISECONDS);
  const hidden = silent.length === 0 ? 0 : Math.max(0, process - reported) / silent.length;
  const sizes = runners.map((runner) => ({
    runner,
    bytes: Math.round(runner.board.bytes + (silent.includes(runner) ? hidden : 0)),
  }));
  return sizes.reduce<(typeof sizes)[number] | null>((most, one) => (most === null || one.bytes > most.bytes ? one : most), null);
}

function crashOf(error: unknown): EngineEnd {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY' || code === 'E-LIMIT') return { kind: 'out-of-memory', bytes: process.memoryUsage.rss() };
  const own = typeof code === 'string' && Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : null;
  return { kind: 'crashed', code: own, message: messageOf(error) };
}

function describeRefusal(answer: Exclude<ReplayAnswer, { kind: 'reproduced' }>): string {
  switch (answer.kind) {
    case 'undefined-behaviour':
      return `undefined behaviour: ${answer.what}`;
    case 'unsupported':
      return answer.construct;
    case 'incomplete':
    case 'refused':
      return answer.why;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
