import { LemmataError, messageOf, unreachable } from '../../base/errors.ts';
import type { ClaimedRun } from '../../engines/methods/engine.ts';
import type { VerifyEventBody } from '../events.ts';
import type { CertifierAnswer, ReplayAnswer } from '../messages/certification.ts';
import type { PackedClaim, UsedLemma } from '../messages/engines.ts';
import { CertifyingSlots } from '../schedule/certifying-slots.ts';
import { type EngineThread, sizesOf } from '../schedule/engine-thread.ts';
import { OverdueWatch } from '../schedule/overdue-watch.ts';
import { type Action, Schedule } from '../schedule/schedule.ts';
import type { RacingEngine, Slices } from '../schedule/slices.ts';
import type { EngineEnd, UnknownReason } from '../verdict.ts';
import { DoubtfulRuns } from './doubtful-runs.ts';
import type { EngineHost, SafeClaim } from './host.ts';
import {
  concludeUnknown,
  crashOf,
  describeRefusal,
  type EngineResult,
  type RaceResult,
  type UndefinedReason,
} from './result.ts';

/** CPU time of the simulator, in ms, once it is the only engine left and no proof is in sight. */
const LAST_SIMULATION_MILLISECONDS = 1000;

export interface RaceSetup {
  readonly slices: Slices;
  /** Most engines that run at once. */
  readonly slots: number;
  /** The program has no loops: more time will not help the other engines. */
  readonly loopFree: boolean;
  /** An engine that made its claim before the race; its certificate or run is still to be checked. */
  readonly early: EngineThread | null;
}

/** A race of engines on one property of one system: the first certified claim wins. */
export class Race {
  readonly #schedule: Schedule;
  readonly #engines: ReadonlyMap<string, RacingEngine>;
  /** Engines that have begun and not ended, whether they run or pause. */
  readonly #running = new Map<string, EngineThread>();
  readonly #ended: EngineResult[] = [];
  /** Engines whose claim is being certified, with its kind. */
  readonly #certifying = new Map<EngineThread, 'safe' | 'unsafe'>();
  readonly #offers = new Map<string, DoubtfulRuns>();
  readonly #certifyingSlots = new CertifyingSlots((cores) => this.#perform(this.#schedule.reserve(cores)));
  /** Why a doubtful run was not reproduced: the first reason that concerns the program. */
  #doubt: UnknownReason | null = null;
  /** The first run into undefined behaviour. */
  #undefined: UndefinedReason | null = null;
  readonly #overdue = new OverdueWatch(
    () => this.#schedule.running.flatMap((id) => this.#running.get(id) ?? []),
    (id) => this.#perform(this.#schedule.overdue(id)),
  );
  #settle: ((result: RaceResult) => void) | null = null;
  /** Settles once. */
  readonly result: Promise<RaceResult>;

  constructor(
    private readonly engineHost: EngineHost,
    private readonly setup: RaceSetup,
    private readonly emit: (event: VerifyEventBody) => void,
  ) {
    const { slices, slots, early } = setup;
    this.result = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#schedule = new Schedule(slices, slots);
    this.#engines = new Map(slices.engines.map((one) => [one.id, one]));
    // Its claim is handled before the engines.
    if (early === null) this.#perform(this.#schedule.begin());
    else this.#join(early);
    this.#concludeIfOver();
  }

  get phase(): 'solving' | 'certifying' {
    return this.#certifying.size > 0 && this.#schedule.running.length === 0 ? 'certifying' : 'solving';
  }

  /** Whether a claim waits for its certificate. */
  get isCertifying(): boolean {
    return this.#certifying.size > 0;
  }

  get threads(): readonly EngineThread[] {
    return [...this.#running.values()];
  }

  /** Ends the race from outside; everything known so far goes into the result. */
  giveUp(reason: UnknownReason): void {
    // "Reached only through undefined behaviour" is a better reason than "time limit".
    const better = reason.kind === 'time-limit' ? (this.#doubt ?? reason) : reason;
    this.#finish({ kind: 'unknown', reason: better, ...this.#known() });
  }

  /**
   * Memory is short: ends an engine, or drops a paused one; false if there is none. `bytes`: size of the
   * process.
   */
  relieve(bytes: number): boolean {
    const runs = this.#schedule.running;
    const sizes = sizesOf(this.threads, (thread) => runs.includes(thread.id), bytes);
    const [first, ...others] = this.#schedule.relieve(sizes);
    if (first === undefined) return false;
    const thread = this.#running.get(first.engine);
    if (first.kind === 'end' && thread !== undefined) {
      thread.abort();
      this.#leave(thread, { kind: 'out-of-memory', bytes: sizes.get(first.engine) ?? 0 });
    } else {
      this.#perform([first]);
    }
    this.#perform(others);
    return true;
  }

  #perform(actions: readonly Action[]): void {
    if (this.#settle === null) return;
    for (const action of actions) {
      const { engine } = action;
      const thread = this.#running.get(engine);
      switch (action.kind) {
        case 'start':
          this.#start(engine, action.until);
          break;
        case 'resume':
          this.#overdue.forget(engine);
          thread?.status.allow(action.until);
          break;
        case 'pause':
          thread?.status.allow(0);
          break;
        case 'drop':
          this.#running.delete(engine);
          thread?.abort();
          this.emit({
            kind: 'note',
            engine,
            text: 'dropped because memory is short: it starts again with a later slice',
          });
          break;
        case 'end':
          thread?.stop();
          if (thread !== undefined) this.#leave(thread, { kind: 'share-used' });
          break;
        default:
          unreachable(action);
      }
    }
  }

  #start(id: string, until: number): void {
    const racing = this.#engines.get(id);
    if (racing === undefined) throw new LemmataError('E-INTERNAL', `${id} is not in the race`);
    // An engine that begins again is the same engine.
    if (!this.#offers.has(id)) this.emit({ kind: 'engine-started', engine: id, options: racing.options });
    const offers = new DoubtfulRuns((run) => this.#tryOffer(id, run));
    this.#offers.set(id, offers);
    this.#overdue.forget(id);
    const thread = this.engineHost.start(racing, {
      bound: (engine, bound) => this.#settle !== null && this.emit({ kind: 'bound', engine, bound }),
      statistics: (engine, values) => this.#settle !== null && this.emit({ kind: 'statistics', engine, values }),
      note: (engine, text) => this.#settle !== null && this.emit({ kind: 'note', engine, text }),
      offer: (_, run) => offers.add(run),
      spent: (engine, used) => this.#perform(this.#schedule.spent(engine, used, thread.status.bound)),
      gone: () => offers.close(),
    });
    thread.status.allow(until);
    this.#join(thread);
  }

  #join(thread: EngineThread): void {
    this.#running.set(thread.id, thread);
    thread.claim.then(
      (claim) => void this.#claimed(thread, claim),
      (error: unknown) => this.#leave(thread, crashOf(error)),
    );
  }

  #concludeIfOver(): void {
    if (this.#settle === null || this.#certifying.size > 0) return;
    if (this.#running.size === 0 && this.#schedule.isOver)
      this.#finish({ kind: 'unknown', reason: concludeUnknown(this.#ended, this.#undefined), ...this.#known() });
    else this.#hurryLastSimulator();
  }

  /**
   * Limits the time of the simulator if it is the last engine and further runs are not worthwhile. They
   * are not worthwhile if the program has no loops, or if undefined behaviour reaches the error. The
   * same holds where proofs are out of reach behind an unsupported construct.
   */
  #hurryLastSimulator(): void {
    const last = this.#schedule.lastOne;
    if (last === null || this.#engines.get(last)?.engine !== 'sim' || this.#ended.length === 0) return;
    const isHopeless = this.#ended.some(({ end }) => end.kind === 'unsupported' || end.kind === 'undefined-behaviour');
    if (isHopeless || this.setup.loopFree) this.#perform(this.#schedule.limit(last, LAST_SIMULATION_MILLISECONDS));
  }

  async #claimed(thread: EngineThread, claim: PackedClaim): Promise<void> {
    if (this.#running.get(thread.id) !== thread) return;
    switch (claim.kind) {
      case 'unknown':
        return (claim.offers ?? 0) === 0 ? this.#leave(thread, claim.end) : this.#leaveAfterOffers(thread, claim);
      case 'safe':
      case 'partial':
      case 'unsafe': {
        const uses = claim.kind === 'unsafe' ? [] : (claim.uses ?? []).map(({ id }) => id);
        const kind = claim.kind === 'unsafe' ? 'unsafe' : 'safe';
        this.emit({ kind: 'claim', engine: thread.id, claim: kind, detail: claim.detail, uses });
        this.#beginClaim(thread, kind);
        const end = await (claim.kind === 'unsafe' ? this.#replay(thread, claim) : this.#certify(thread, claim));
        this.#record(thread, end);
        return this.#endClaim(thread);
      }
      default:
        return unreachable(claim);
    }
  }

  async #certify(thread: EngineThread, claim: SafeClaim): Promise<EngineEnd> {
    const begun = performance.now();
    let answer: CertifierAnswer;
    try {
      answer = await this.engineHost.certify(claim);
    } catch (error) {
      return { kind: 'incomplete', why: `its certificate could not be checked: ${messageOf(error)}` };
    }
    switch (answer.kind) {
      case 'accepted':
        this.#announceCertified(thread.id, 'safe', begun);
        this.#finish({
          ...(claim.kind === 'safe' ? { kind: 'safe' } : { kind: 'partial', open: claim.open, ended: claim.ended }),
          ...{ engine: thread.id, proof: answer.proof, restsOn: authors(claim.uses ?? [], thread.id) },
        });
        return { kind: 'claimed', claim: 'safe' };
      case 'refused':
        return this.#refuse(thread, 'safe', answer.why);
      case 'undecided':
        return { kind: 'incomplete', why: `its certificate could not be checked: ${answer.why}` };
      default:
        return unreachable(answer);
    }
  }

  async #replay(thread: EngineThread, claim: PackedClaim & { kind: 'unsafe' }): Promise<EngineEnd> {
    const begun = performance.now();
    let answer: ReplayAnswer;
    try {
      answer = await this.engineHost.replay(claim.run);
    } catch (error) {
      return { kind: 'incomplete', why: `its run could not be replayed: ${messageOf(error)}` };
    }
    switch (answer.kind) {
      case 'reproduced':
        this.#announceCertified(thread.id, 'unsafe', begun);
        this.#finish({
          kind: 'unsafe',
          engine: thread.id,
          run: answer.run,
          replayMilliseconds: performance.now() - begun,
        });
        return { kind: 'claimed', claim: 'unsafe' };
      case 'refused':
        return this.#refuse(thread, 'unsafe', answer.why);
      case 'undefined-behaviour':
        return this.#keepUndefined(answer);
      case 'unsupported':
      case 'incomplete':
        return answer;
      default:
        return unreachable(answer);
    }
  }

  /** Replays a run that need not be a real counterexample. */
  async #tryOffer(engine: string, run: ClaimedRun): Promise<ReplayAnswer> {
    if (this.#settle === null) return { kind: 'incomplete', why: 'the race is over' };
    const begun = performance.now();
    let answer: ReplayAnswer;
    try {
      answer = await this.engineHost.replay(run);
    } catch (error) {
      answer = { kind: 'incomplete', why: `its run could not be replayed: ${messageOf(error)}` };
    }
    if (this.#settle === null) return answer;
    if (answer.kind === 'reproduced') {
      this.emit({ kind: 'claim', engine, claim: 'unsafe', detail: 'a doubtful run', uses: [] });
      this.#announceCertified(engine, 'unsafe', begun);
      this.#finish({ kind: 'unsafe', engine, run: answer.run, replayMilliseconds: performance.now() - begun });
      return answer;
    }
    const why = describeRefusal(answer);
    this.emit({ kind: 'note', engine, text: `a run to the error was not reproduced: ${why}` });
    if (answer.kind === 'undefined-behaviour') this.#keepUndefined(answer);
    if (answer.kind === 'undefined-behaviour' || answer.kind === 'unsupported') this.#doubt ??= answer;
    return answer;
  }

  /** The engine has ended; its doubtful runs may still be on their way. */
  async #leaveAfterOffers(thread: EngineThread, { end, offers = 0 }: PackedClaim & { kind: 'unknown' }): Promise<void> {
    this.#beginClaim(thread, 'unsafe');
    const answers = (await this.#offers.get(thread.id)?.settled(offers)) ?? [];
    // The replay has observed what the engine could only suppose.
    const seen = answers.find(({ kind }) => kind === 'undefined-behaviour' || kind === 'unsupported');
    const supposed = end.kind === 'undefined-behaviour' || end.kind === 'unsupported';
    const better = supposed && seen !== undefined && seen.kind !== 'reproduced' ? seen : end;
    this.#record(thread, better.kind === 'undefined-behaviour' ? this.#keepUndefined(better) : better);
    this.#endClaim(thread);
  }

  /** Keeps the first run into undefined behaviour. Returns how an engine ends that found the run. */
  #keepUndefined({ kind, what, at, run }: UndefinedReason): EngineEnd {
    if (run !== undefined) this.#undefined ??= { kind, what, at, run };
    return { kind, what, at };
  }

  #beginClaim(thread: EngineThread, claim: 'safe' | 'unsafe'): void {
    this.#running.delete(thread.id);
    this.#certifying.set(thread, claim);
    // The certifier uses its core.
    this.#certifyingSlots.claims = this.#certifying.size;
    this.#perform(this.#schedule.ended(thread.id));
  }

  #endClaim(thread: EngineThread): void {
    this.#certifying.delete(thread);
    if (this.#settle === null) return;
    this.#certifyingSlots.claims = this.#certifying.size;
    this.#concludeIfOver();
  }

  #announceCertified(engine: string, claim: 'safe' | 'unsafe', begun: number): void {
    if (this.#settle !== null) this.emit({ kind: 'certified', engine, claim, milliseconds: performance.now() - begun });
  }

  #refuse(thread: EngineThread, claim: 'safe' | 'unsafe', why: string): EngineEnd {
    if (this.#settle !== null) this.emit({ kind: 'refused', engine: thread.id, claim, why });
    return { kind: 'refused', why };
  }

  #leave(thread: EngineThread, end: EngineEnd): void {
    if (this.#running.get(thread.id) !== thread) return;
    this.#running.delete(thread.id);
    this.#record(thread, end);
    this.#perform(this.#schedule.ended(thread.id));
    this.#concludeIfOver();
  }

  #record(thread: EngineThread, end: EngineEnd): void {
    if (this.#settle === null) return;
    // The bound of an engine whose claim was refused does not count.
    const bound = end.kind === 'refused' ? null : thread.status.bound;
    this.#ended.push({ engine: thread.id, end, bound });
    this.emit({ kind: 'engine-ended', engine: thread.id, end, bound });
  }

  #known(): { readonly safeUpTo: number | null; readonly engines: readonly EngineResult[] } {
    const running = this.threads.map(
      (thread): EngineResult => ({
        engine: thread.id,
        end: { kind: 'stopped', aborted: false },
        bound: thread.status.bound,
      }),
    );
    const claimed = [...this.#certifying].map(
      ([thread, claim]): EngineResult => ({
        engine: thread.id,
        end: { kind: 'claimed', claim },
        bound: thread.status.bound,
      }),
    );
    const engines = [...this.#ended, ...claimed, ...running];
    const bounds = engines.flatMap(({ bound }) => (bound === null ? [] : [bound]));
    return { safeUpTo: bounds.length === 0 ? null : Math.max(...bounds), engines };
  }

  #finish(result: RaceResult): void {
    const settle = this.#settle;
    if (settle === null) return;
    this.#overdue.close();
    this.#certifyingSlots.close();
    for (const thread of this.threads) {
      thread.stop();
      this.emit({
        kind: 'engine-ended',
        engine: thread.id,
        end: { kind: 'stopped', aborted: false },
        bound: thread.status.bound,
      });
    }
    this.#settle = null;
    settle(result);
  }
}

/** The authors of the lemmas, except the engine itself. */
function authors(lemmas: readonly UsedLemma[], engine: string): readonly string[] {
  return [...new Set(lemmas.map(({ from }) => from))].filter((from) => from !== engine);
}
