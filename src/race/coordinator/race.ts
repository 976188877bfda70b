import { LemmataError, messageOf, unreachable } from '../../base/errors.ts';
import type { ClaimedRun } from '../../engines/methods/engine.ts';
import type { VerifyEventBody } from '../events.ts';
import type { CertifierAnswer, ReplayAnswer } from '../messages/certification.ts';
import type { EngineAnswer, UsedLemma } from '../messages/engines.ts';
import type { Entrant, Plan } from '../schedule/plan.ts';
import type { Runner } from '../schedule/runner.ts';
import { sizesOf } from '../schedule/runner.ts';
import { type Action, Schedule } from '../schedule/schedule.ts';
import type { EngineEnd, UnknownReason } from '../verdict.ts';
import { crashOf, describeRefusal } from './engine-ends.ts';
import type { EngineHost, SafeClaim } from './host.ts';
import { LateEngines } from './late.ts';
import { Offers } from './offers.ts';
import { Rest } from './rest.ts';
import type { RaceEngine, RaceResult } from './result.ts';
import { concludeUnknown, type UndefinedReason } from './unknown.ts';

/** CPU time of the simulator, in ms, once it is the only engine left and no proof is in sight. */
const LAST_SIMULATION_MILLISECONDS = 1000;

export interface RaceSetup {
  readonly plan: Plan;
  /** Most engines that run at once. */
  readonly slots: number;
  /** The program has no loops: more time will not help the other engines. */
  readonly loopFree: boolean;
  /** A contestant that made its claim before the race; its certificate or run is still to be checked. */
  readonly early: Runner | null;
}

/** A race of engines on one property of one system: the first certified claim wins. */
export class Race {
  readonly #schedule: Schedule;
  readonly #entrants: ReadonlyMap<string, Entrant>;
  /** Engines that have begun and not ended, whether they run or pause. */
  readonly #running = new Map<string, Runner>();
  readonly #ended: RaceEngine[] = [];
  /** Engines whose claim is being certified, with its kind. */
  readonly #certifying = new Map<Runner, 'safe' | 'unsafe'>();
  readonly #offers = new Map<string, Offers>();
  readonly #rest = new Rest((cores) => this.#perform(this.#schedule.reserve(cores)));
  /** Why a candidate counterexample was not reproduced: the first reason that concerns the program. */
  #doubt: UnknownReason | null = null;
  /** The first run into undefined behaviour. */
  #undefined: UndefinedReason | null = null;
  readonly #late = new LateEngines(
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
    const { plan, slots, early } = setup;
    this.result = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#schedule = new Schedule(plan, slots);
    this.#entrants = new Map(plan.entrants.map((entrant) => [entrant.id, entrant]));
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

  get runners(): readonly Runner[] {
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
    const sizes = sizesOf(this.runners, (runner) => runs.includes(runner.id), bytes);
    const [first, ...others] = this.#schedule.relieve(sizes);
    if (first === undefined) return false;
    const runner = this.#running.get(first.engine);
    if (first.kind === 'end' && runner !== undefined) {
      runner.abort();
      this.#leave(runner, { kind: 'out-of-memory', bytes: sizes.get(first.engine) ?? 0 });
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
      const runner = this.#running.get(engine);
      switch (action.kind) {
        case 'start':
          this.#start(engine, action.until);
          break;
        case 'resume':
          this.#late.forget(engine);
          runner?.status.allow(action.until);
          break;
        case 'pause':
          runner?.status.allow(0);
          break;
        case 'drop':
          this.#running.delete(engine);
          runner?.abort();
          this.emit({ kind: 'note', engine, text: 'dropped because memory is short: it starts again in a later turn' });
          break;
        case 'end':
          runner?.stop();
          if (runner !== undefined) this.#leave(runner, { kind: 'share-used' });
          break;
        default:
          unreachable(action);
      }
    }
  }

  #start(id: string, until: number): void {
    const entrant = this.#entrants.get(id);
    if (entrant === undefined) throw new LemmataError('E-INTERNAL', `${id} is not in the race`);
    // An engine that begins again is the same engine.
    if (!this.#offers.has(id)) this.emit({ kind: 'engine-started', engine: id, options: entrant.options });
    const offers = new Offers((run) => this.#tryOffer(id, run));
    this.#offers.set(id, offers);
    this.#late.forget(id);
    const runner = this.engineHost.start(entrant, {
      bound: (engine, bound) => this.#settle !== null && this.emit({ kind: 'bound', engine, bound }),
      statistics: (engine, values) => this.#settle !== null && this.emit({ kind: 'statistics', engine, values }),
      note: (engine, text) => this.#settle !== null && this.emit({ kind: 'note', engine, text }),
      offer: (_, run) => offers.add(run),
      spent: (engine, used) => this.#perform(this.#schedule.spent(engine, used, runner.status.bound)),
      gone: () => offers.close(),
    });
    runner.status.allow(until);
    this.#join(runner);
  }

  #join(runner: Runner): void {
    this.#running.set(runner.id, runner);
    runner.answer.then(
      (answer) => void this.#answered(runner, answer),
      (error: unknown) => this.#leave(runner, crashOf(error)),
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
    if (last === null || this.#entrants.get(last)?.engine !== 'sim' || this.#ended.length === 0) return;
    const isHopeless = this.#ended.some(({ end }) => end.kind === 'unsupported' || end.kind === 'undefined-behaviour');
    if (isHopeless || this.setup.loopFree) this.#perform(this.#schedule.limit(last, LAST_SIMULATION_MILLISECONDS));
  }

  async #answered(runner: Runner, answer: EngineAnswer): Promise<void> {
    if (this.#running.get(runner.id) !== runner) return;
    switch (answer.kind) {
      case 'unknown':
        return (answer.offers ?? 0) === 0 ? this.#leave(runner, answer.end) : this.#leaveAfterOffers(runner, answer);
      case 'safe':
      case 'partial':
      case 'unsafe': {
        const uses = answer.kind === 'unsafe' ? [] : (answer.uses ?? []).map(({ id }) => id);
        const claim = answer.kind === 'unsafe' ? 'unsafe' : 'safe';
        this.emit({ kind: 'claim', engine: runner.id, claim, detail: answer.detail, uses });
        this.#beginClaim(runner, claim);
        const end = await (answer.kind === 'unsafe' ? this.#replay(runner, answer) : this.#certify(runner, answer));
        this.#record(runner, end);
        return this.#endClaim(runner);
      }
      default:
        return unreachable(answer);
    }
  }

  async #certify(runner: Runner, claim: SafeClaim): Promise<EngineEnd> {
    const begun = performance.now();
    let answer: CertifierAnswer;
    try {
      answer = await this.engineHost.certify(claim);
    } catch (error) {
      return { kind: 'incomplete', why: `its certificate could not be checked: ${messageOf(error)}` };
    }
    switch (answer.kind) {
      case 'accepted':
        this.#announceCertified(runner.id, 'safe', begun);
        this.#finish({
          ...(claim.kind === 'safe' ? { kind: 'safe' } : { kind: 'partial', open: claim.open }),
          ...{ engine: runner.id, proof: answer.proof, restsOn: authors(claim.uses ?? [], runner.id) },
        });
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
      answer = await this.engineHost.replay(claim.run);
    } catch (error) {
      return { kind: 'incomplete', why: `its run could not be replayed: ${messageOf(error)}` };
    }
    switch (answer.kind) {
      case 'reproduced':
        this.#announceCertified(runner.id, 'unsafe', begun);
        this.#finish({
          kind: 'unsafe',
          engine: runner.id,
          run: answer.run,
          replayMilliseconds: performance.now() - begun,
        });
        return { kind: 'claimed', claim: 'unsafe' };
      case 'refused':
        return this.#refuse(runner, 'unsafe', answer.why);
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

  /** The engine has ended; its candidate counterexamples may still be on their way. */
  async #leaveAfterOffers(runner: Runner, { end, offers = 0 }: EngineAnswer & { kind: 'unknown' }): Promise<void> {
    this.#beginClaim(runner, 'unsafe');
    const answers = (await this.#offers.get(runner.id)?.settled(offers)) ?? [];
    // The replay has observed what the engine could only suppose.
    const seen = answers.find(({ kind }) => kind === 'undefined-behaviour' || kind === 'unsupported');
    const supposed = end.kind === 'undefined-behaviour' || end.kind === 'unsupported';
    const better = supposed && seen !== undefined && seen.kind !== 'reproduced' ? seen : end;
    this.#record(runner, better.kind === 'undefined-behaviour' ? this.#keepUndefined(better) : better);
    this.#endClaim(runner);
  }

  /** Keeps the first run into undefined behaviour. Returns how an engine ends that found the run. */
  #keepUndefined({ kind, what, at, run }: UndefinedReason): EngineEnd {
    if (run !== undefined) this.#undefined ??= { kind, what, at, run };
    return { kind, what, at };
  }

  #beginClaim(runner: Runner, claim: 'safe' | 'unsafe'): void {
    this.#running.delete(runner.id);
    this.#certifying.set(runner, claim);
    // The certifier uses its core.
    this.#rest.claims = this.#certifying.size;
    this.#perform(this.#schedule.ended(runner.id));
  }

  #endClaim(runner: Runner): void {
    this.#certifying.delete(runner);
    if (this.#settle === null) return;
    this.#rest.claims = this.#certifying.size;
    this.#concludeIfOver();
  }

  #announceCertified(engine: string, claim: 'safe' | 'unsafe', begun: number): void {
    if (this.#settle !== null) this.emit({ kind: 'certified', engine, claim, milliseconds: performance.now() - begun });
  }

  #refuse(runner: Runner, claim: 'safe' | 'unsafe', why: string): EngineEnd {
    if (this.#settle !== null) this.emit({ kind: 'refused', engine: runner.id, claim, why });
    return { kind: 'refused', why };
  }

  #leave(runner: Runner, end: EngineEnd): void {
    if (this.#running.get(runner.id) !== runner) return;
    this.#running.delete(runner.id);
    this.#record(runner, end);
    this.#perform(this.#schedule.ended(runner.id));
    this.#concludeIfOver();
  }

  #record(runner: Runner, end: EngineEnd): void {
    if (this.#settle === null) return;
    // The bound of an engine whose claim was refused does not count.
    const bound = end.kind === 'refused' ? null : runner.status.bound;
    this.#ended.push({ engine: runner.id, end, bound });
    this.emit({ kind: 'engine-ended', engine: runner.id, end, bound });
  }

  #known(): { readonly safeUpTo: number | null; readonly engines: readonly RaceEngine[] } {
    const running = this.runners.map(
      (runner): RaceEngine => ({
        engine: runner.id,
        end: { kind: 'stopped', aborted: false },
        bound: runner.status.bound,
      }),
    );
    const claimed = [...this.#certifying].map(
      ([runner, claim]): RaceEngine => ({
        engine: runner.id,
        end: { kind: 'claimed', claim },
        bound: runner.status.bound,
      }),
    );
    const engines = [...this.#ended, ...claimed, ...running];
    const bounds = engines.flatMap(({ bound }) => (bound === null ? [] : [bound]));
    return { safeUpTo: bounds.length === 0 ? null : Math.max(...bounds), engines };
  }

  #finish(result: RaceResult): void {
    const settle = this.#settle;
    if (settle === null) return;
    this.#late.close();
    this.#rest.close();
    for (const runner of this.runners) {
      runner.stop();
      this.emit({
        kind: 'engine-ended',
        engine: runner.id,
        end: { kind: 'stopped', aborted: false },
        bound: runner.status.bound,
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
