import { LemmataError, unreachable } from '../../base/errors.ts';
import { descriptionOf } from '../../engines/register.ts';
import type { Target } from '../../system/transys/target.ts';
import type { VerifyEventBody } from '../events.ts';
import type { PackedClaim, PackedProof } from '../messages/engines.ts';
import { CertifyingSlots } from '../schedule/certifying-slots.ts';
import { type EngineThread, OverdueWatch, sizesOf } from '../schedule/engine-thread.ts';
import { type Action, Schedule } from '../schedule/schedule.ts';
import type { RacingEngine, Slices } from '../schedule/slices.ts';
import type { EngineEnd, UnknownReason } from '../verdict.ts';
import type { CheckRace } from './check-races.ts';
import { Claims } from './claims.ts';
import type { EngineHost } from './host.ts';
import {
  concludeUnknown,
  crashOf,
  type Decision,
  type EngineResult,
  type RaceResult,
  type UnknownResult,
} from './result.ts';

/** Share of an engine's checks that may be decided before it begins again with the others. */
const MOST_DECIDED = 0.5;
/** So many open checks are few: searches that take them one by one come next. */
const FEW_CHECKS = 3;
/** Share of the checks that is left when nearly all are decided. */
const LAST_CHECKS = 0.02;
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
  /** Null: the first certified claim wins. */
  readonly checks: CheckRace | null;
}

/** A claim that waits for its certificate or its replay. */
interface OpenClaim {
  readonly thread: EngineThread;
  readonly claim: 'safe' | 'unsafe';
  /** Whether the engine ended with the claim. */
  readonly isLast: boolean;
}

/** A race of engines on one system. */
export class Race {
  readonly #schedule: Schedule;
  readonly #engines: ReadonlyMap<string, RacingEngine>;
  /** Engines that have begun and not ended, whether they run or pause. */
  readonly #running = new Map<string, EngineThread>();
  readonly #ended: EngineResult[] = [];
  readonly #open = new Set<OpenClaim>();
  readonly #started = new Set<string>();
  /** Whether nearly all checks have been decided. */
  #isLate = false;
  readonly #claims: Claims;
  readonly #certifyingSlots = new CertifyingSlots((cores) => this.#perform(this.#schedule.reserve(cores)));
  readonly #overdue = new OverdueWatch(
    () => this.#schedule.running.flatMap((id) => this.#running.get(id) ?? []),
    (id) => this.#perform(this.#schedule.overdue(id)),
  );
  #settle: ((result: RaceResult) => void) | null = null;
  #reject: (error: unknown) => void = () => {};
  /** Settles once. Rejects if a run contradicts a proof. */
  readonly result: Promise<RaceResult>;

  constructor(
    private readonly engineHost: EngineHost,
    private readonly setup: RaceSetup,
    private readonly emit: (event: VerifyEventBody) => void,
  ) {
    const { slices, slots, early } = setup;
    this.result = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#reject = reject;
    });
    const goesOn = (): boolean => this.#settle !== null;
    this.#claims = new Claims({ host: engineHost, goesOn, decided: (decision) => this.#decided(decision), emit });
    this.#schedule = new Schedule(slices, slots);
    this.#engines = new Map(slices.engines.map((one) => [one.id, one]));
    // Its claim is handled before the engines.
    if (early === null) this.#perform(this.#schedule.begin());
    else this.#join(early);
    this.#concludeIfOver();
  }

  get phase(): 'solving' | 'certifying' {
    return this.isCertifying && this.#schedule.running.length === 0 ? 'certifying' : 'solving';
  }

  /** Whether a claim waits for its certificate. */
  get isCertifying(): boolean {
    return this.#open.size > 0;
  }

  get threads(): readonly EngineThread[] {
    return [...this.#running.values()];
  }

  /** Its engines rest, or go on. Claims are checked in any case. */
  rest(isResting: boolean): void {
    this.#perform(this.#schedule.rest(isResting));
  }

  /** Takes checks out of the race that were decided elsewhere. */
  settled(names: readonly string[]): void {
    const { checks } = this.setup;
    if (checks === null) return;
    checks.open.decide(names);
    if (checks.open.names.length === 0) this.#finish({ kind: 'decided' });
  }

  /** All that is known so far, if the race ends for a reason. */
  known(reason: UnknownReason): UnknownResult {
    // "Reached only through undefined behaviour" is a better reason than "time limit".
    const better = reason.kind === 'time-limit' ? (this.#claims.doubt ?? reason) : reason;
    return { kind: 'unknown', reason: better, ...this.#known() };
  }

  /** Ends the race from outside; everything known so far goes into the result. */
  giveUp(reason: UnknownReason): void {
    this.#finish(this.known(reason));
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
          if (thread !== undefined && this.#isStale(thread)) this.#beginAgain(thread);
          else thread?.status.allow(action.until);
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
    if (!this.#started.has(id)) this.emit({ kind: 'engine-started', engine: id, options: racing.options });
    this.#started.add(id);
    this.#overdue.forget(id);
    const thread: EngineThread = this.engineHost.start(racing, {
      bound: (engine, bound) => this.#settle !== null && this.emit({ kind: 'bound', engine, bound }),
      statistics: (engine, values) => this.#settle !== null && this.emit({ kind: 'statistics', engine, values }),
      note: (engine, text) => this.#settle !== null && this.emit({ kind: 'note', engine, text }),
      offer: (_, run) => this.#claims.offer(thread, run),
      proof: (_, claim) => void this.#provedMeanwhile(thread, claim),
      spent: (_, used) => {
        // A slice of a thread that the engine has left behind does not count.
        if (this.#running.get(id) === thread) this.#perform(this.#schedule.spent(id, used, thread.status.bound));
      },
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

  /** Whether an engine asks about checks that fail, or searches for proofs of many that are decided. */
  #isStale({ id, target, engine }: EngineThread): boolean {
    const { checks } = this.setup;
    const { decidesChecks = false, followsRuns = false } = descriptionOf(engine);
    // An engine from before the race has only its claim.
    if (checks === null || !checks.apart || decidesChecks || !this.#engines.has(id)) return false;
    const asked = checks.open.among(target);
    if (asked.some((name) => checks.isFailed(name))) return true;
    return !followsRuns && checks.open.names.length <= (1 - MOST_DECIDED) * asked.length;
  }

  /** Begins an engine anew with the checks that are open. */
  #beginAgain(thread: EngineThread): void {
    if (this.#running.delete(thread.id)) thread.abort();
    this.#perform(this.#schedule.again(thread.id));
  }

  #concludeIfOver(): void {
    if (this.#settle === null || this.isCertifying) return;
    if (this.#running.size === 0 && this.#schedule.isOver)
      this.#finish({
        kind: 'unknown',
        reason: concludeUnknown(this.#ended, this.#claims.undefinedRun),
        ...this.#known(),
      });
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
    if (claim.kind !== 'unknown') this.#claims.announce(thread.id, claim);
    else if (!this.#claims.hasOffered(thread)) return this.#leave(thread, claim.end);
    const isProof = claim.kind === 'safe' || claim.kind === 'partial';
    const open = this.#beginClaim({ thread, claim: isProof ? 'safe' : 'unsafe', isLast: true });
    const end = await this.#endOf(thread, claim);
    const again = claim.kind === 'unsafe' && end.kind === 'claimed' && this.#settle !== null && this.#isStale(thread);
    if (!again) this.#record(thread, end);
    this.#endClaim(open, again);
  }

  /** Returns how an engine ends with a claim. */
  #endOf(thread: EngineThread, claim: PackedClaim): Promise<EngineEnd> {
    switch (claim.kind) {
      case 'unknown':
        return this.#claims.endAfterOffers(thread, claim.end);
      case 'safe':
      case 'partial':
        return this.#claims.certify(thread.id, claim, this.#provenBy(thread, claim));
      case 'unsafe':
        return this.#claims.replay(thread, claim.run);
      default:
        return unreachable(claim);
    }
  }

  /** The errors that a certificate is to exclude. Checks that another proof decided need not be proved again. */
  #provenBy({ target }: EngineThread, claim: PackedProof): Target {
    const { checks } = this.setup;
    if (checks === null) return target;
    const left = new Set(claim.kind === 'partial' ? claim.open : []);
    const asked = checks.open.among(target);
    const labels = asked.filter((name) => !left.has(name) && (checks.open.isOpen(name) || checks.isFailed(name)));
    return labels.length === asked.length ? target : { kind: 'labels', labels };
  }

  /** Certifies a proof of some checks while the engine goes on with the others. */
  async #provedMeanwhile(thread: EngineThread, claim: PackedProof): Promise<void> {
    if (this.#settle === null) return;
    this.#claims.announce(thread.id, claim);
    const open = this.#beginClaim({ thread, claim: 'safe', isLast: false });
    const end = await this.#claims.certify(thread.id, claim, this.#provenBy(thread, claim));
    const isNews = this.#settle !== null && end.kind === 'incomplete';
    if (isNews) this.emit({ kind: 'note', engine: thread.id, text: end.why });
    this.#endClaim(open);
  }

  /** A certified proof or run ends the race, or takes checks out of it. */
  async #decided(decision: Decision): Promise<void> {
    const { checks } = this.setup;
    if (checks === null) return this.#finish(decision);
    const { open } = checks;
    try {
      if (decision.kind === 'safe') {
        const proved = open.among(decision.target);
        await checks.proved(proved, decision);
        // Not before: another decision would end the race, and this one would come too late.
        open.decide(proved);
      } else {
        const failed = decision.run.kind === 'program' ? decision.run.errorFunction : '';
        open.decide([failed]);
        await checks.failed(failed, decision);
      }
    } catch (error) {
      this.#fail(error);
    }
    if (!checks.apart || checks.isOver() || open.names.length === 0) this.#finish({ kind: 'decided' });
    else {
      if (!this.#isLate && open.names.length <= LAST_CHECKS * open.shared.names.length) {
        this.#isLate = true;
        this.#perform(this.#schedule.nearlyAll());
      }
      if (open.names.length <= FEW_CHECKS) this.#perform(this.#schedule.fewLeft());
    }
  }

  #beginClaim(open: OpenClaim): OpenClaim {
    const { thread, isLast } = open;
    if (isLast) this.#running.delete(thread.id);
    this.#open.add(open);
    // The certifier uses the engine's core.
    this.#holdSlots();
    if (isLast) this.#perform(this.#schedule.ended(thread.id));
    return open;
  }

  /** A claim that may end the race has a core, and so has each proof of checks: it decides many at once. */
  #holdSlots(): void {
    const { checks } = this.setup;
    const claims = [...this.#open].filter(({ claim }) => claim === 'safe' || checks === null || !checks.apart);
    this.#certifyingSlots.claims = claims.length;
  }

  /** `again`: the engine begins anew with the checks that are open. */
  #endClaim(open: OpenClaim, again = false): void {
    this.#open.delete(open);
    if (this.#settle === null) return;
    this.#holdSlots();
    if (again) this.#beginAgain(open.thread);
    this.#concludeIfOver();
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
    const last = [...this.#open].filter(({ isLast }) => isLast);
    const claimed = last.map(({ thread, claim }) => endedBy(thread, { kind: 'claimed', claim }));
    const engines = [...this.#ended, ...claimed, ...this.threads.map((thread) => endedBy(thread, STOPPED))];
    const bounds = engines.flatMap(({ bound }) => (bound === null ? [] : [bound]));
    return { safeUpTo: bounds.length === 0 ? null : Math.max(...bounds), engines };
  }

  /** Ends the race by an error that its result rejects with. */
  #fail(error: unknown): void {
    this.#finish({ kind: 'decided' }, () => this.#reject(error));
  }

  #finish(result: RaceResult, settle: ((result: RaceResult) => void) | null = this.#settle): void {
    if (this.#settle === null || settle === null) return;
    this.#overdue.close();
    this.#certifyingSlots.close();
    for (const thread of this.threads) {
      thread.stop();
      this.emit({ kind: 'engine-ended', ...endedBy(thread, STOPPED) });
    }
    this.#settle = null;
    settle(result);
  }
}

const STOPPED: EngineEnd = { kind: 'stopped', aborted: false };

function endedBy({ id, status: { bound } }: EngineThread, end: EngineEnd): EngineResult {
  return { engine: id, end, bound };
}
