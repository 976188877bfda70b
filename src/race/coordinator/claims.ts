import { messageOf, unreachable } from '../../base/errors.ts';
import type { ClaimedRun } from '../../engines/methods/engine.ts';
import type { Target } from '../../system/transys/target.ts';
import type { VerifyEventBody } from '../events.ts';
import type { CertifierAnswer, ReplayAnswer } from '../messages/certification.ts';
import type { PackedClaim, PackedProof, UsedLemma } from '../messages/engines.ts';
import type { EngineThread } from '../schedule/engine-thread.ts';
import type { EngineEnd, UnknownReason } from '../verdict.ts';
import type { EngineHost } from './host.ts';
import { type Decision, describeRefusal, type UndefinedReason } from './result.ts';

export interface ClaimsSetup {
  readonly host: EngineHost;
  /** False once the race is over. */
  readonly goesOn: () => boolean;
  /** Receives what is certified. */
  readonly decided: (decision: Decision) => Promise<void>;
  readonly emit: (event: VerifyEventBody) => void;
}

/** The claims of engines on their way to a decision: proofs are certified, and runs are replayed. */
export class Claims {
  /** The answers about the doubtful runs of each engine, which are replayed one after the other. */
  readonly #offers = new Map<EngineThread, Promise<readonly ReplayAnswer[]>>();
  /** Why a doubtful run was not reproduced: the first reason that concerns the program. */
  #doubt: UnknownReason | null = null;
  /** The first run into undefined behaviour. */
  #undefined: UndefinedReason | null = null;

  constructor(private readonly setup: ClaimsSetup) {}

  get doubt(): UnknownReason | null {
    return this.#doubt;
  }

  get undefinedRun(): UndefinedReason | null {
    return this.#undefined;
  }

  announce(engine: string, claim: PackedClaim & { kind: 'safe' | 'partial' | 'unsafe' }): void {
    const uses = claim.kind === 'unsafe' ? [] : (claim.uses ?? []).map(({ id }) => id);
    const kind = claim.kind === 'unsafe' ? 'unsafe' : 'safe';
    this.setup.emit({ kind: 'claim', engine, claim: kind, detail: claim.detail, uses });
  }

  /** Returns how the engine ends that claims a proof of a target. */
  async certify(id: string, claim: PackedProof, target: Target): Promise<EngineEnd> {
    const { host, decided } = this.setup;
    // All its checks were decided meanwhile.
    if (target.kind === 'labels' && target.labels.length === 0) return { kind: 'claimed', claim: 'safe' };
    const begun = performance.now();
    let answer: CertifierAnswer;
    try {
      answer = await host.certify(claim.certificate, target);
    } catch (error) {
      return { kind: 'incomplete', why: `its certificate could not be checked: ${messageOf(error)}` };
    }
    switch (answer.kind) {
      case 'accepted': {
        this.#certified(id, 'safe', begun);
        const proof = { engine: id, proof: answer.proof, restsOn: authors(claim.uses ?? [], id) };
        if (this.setup.goesOn()) await decided({ kind: 'safe', ...proof, target });
        return { kind: 'claimed', claim: 'safe' };
      }
      case 'refused':
        return this.#refuse(id, 'safe', answer.why);
      case 'undecided':
        return { kind: 'incomplete', why: `its certificate could not be checked: ${answer.why}` };
      default:
        return unreachable(answer);
    }
  }

  /** Returns how the engine ends whose claim this is. */
  async replay({ id, target }: EngineThread, run: ClaimedRun): Promise<EngineEnd> {
    const { host, decided } = this.setup;
    const begun = performance.now();
    let answer: ReplayAnswer;
    try {
      answer = await host.replay(run, target);
    } catch (error) {
      return { kind: 'incomplete', why: `its run could not be replayed: ${messageOf(error)}` };
    }
    switch (answer.kind) {
      case 'reproduced': {
        this.#certified(id, 'unsafe', begun);
        const replayMilliseconds = performance.now() - begun;
        if (this.setup.goesOn()) await decided({ kind: 'unsafe', engine: id, run: answer.run, replayMilliseconds });
        return { kind: 'claimed', claim: 'unsafe' };
      }
      case 'refused':
        return this.#refuse(id, 'unsafe', answer.why);
      case 'undefined-behaviour':
        return this.#keepUndefined(answer);
      case 'unsupported':
      case 'incomplete':
        return answer;
      default:
        return unreachable(answer);
    }
  }

  /** Replays a doubtful run while its engine goes on. */
  offer(thread: EngineThread, run: ClaimedRun): void {
    const before = this.#offers.get(thread) ?? Promise.resolve([]);
    this.#offers.set(
      thread,
      before.then(async (answers) => [...answers, await this.#tryOffer(thread, run)]),
    );
  }

  hasOffered(thread: EngineThread): boolean {
    return this.#offers.has(thread);
  }

  /** Returns how an engine ends that offered doubtful runs, once all of them are replayed. */
  async endAfterOffers(thread: EngineThread, end: EngineEnd): Promise<EngineEnd> {
    const answers = (await this.#offers.get(thread)) ?? [];
    // The replay has observed what the engine could only suppose.
    const seen = answers.find(({ kind }) => kind === 'undefined-behaviour' || kind === 'unsupported');
    const supposed = end.kind === 'undefined-behaviour' || end.kind === 'unsupported';
    const better = supposed && seen !== undefined && seen.kind !== 'reproduced' ? seen : end;
    return better.kind === 'undefined-behaviour' ? this.#keepUndefined(better) : better;
  }

  /** Replays a run that need not be a real counterexample. */
  async #tryOffer({ id: engine, target }: EngineThread, run: ClaimedRun): Promise<ReplayAnswer> {
    const { host, decided, emit, goesOn } = this.setup;
    if (!goesOn()) return { kind: 'incomplete', why: 'the race is over' };
    const begun = performance.now();
    let answer: ReplayAnswer;
    try {
      answer = await host.replay(run, target);
    } catch (error) {
      answer = { kind: 'incomplete', why: `its run could not be replayed: ${messageOf(error)}` };
    }
    if (!goesOn()) return answer;
    if (answer.kind === 'reproduced') {
      emit({ kind: 'claim', engine, claim: 'unsafe', detail: 'a doubtful run', uses: [] });
      this.#certified(engine, 'unsafe', begun);
      await decided({ kind: 'unsafe', engine, run: answer.run, replayMilliseconds: performance.now() - begun });
      return answer;
    }
    const why = describeRefusal(answer);
    emit({ kind: 'note', engine, text: `a run to the error was not reproduced: ${why}` });
    if (answer.kind === 'undefined-behaviour') this.#keepUndefined(answer);
    if (answer.kind === 'undefined-behaviour' || answer.kind === 'unsupported') this.#doubt ??= answer;
    return answer;
  }

  /** Keeps the first run into undefined behaviour. Returns how an engine ends that found the run. */
  #keepUndefined({ kind, what, at, run }: UndefinedReason): EngineEnd {
    if (run !== undefined) this.#undefined ??= { kind, what, at, run };
    return { kind, what, at };
  }

  #certified(engine: string, claim: 'safe' | 'unsafe', begun: number): void {
    const { emit, goesOn } = this.setup;
    if (goesOn()) emit({ kind: 'certified', engine, claim, milliseconds: performance.now() - begun });
  }

  #refuse(engine: string, claim: 'safe' | 'unsafe', why: string): EngineEnd {
    const { emit, goesOn } = this.setup;
    if (goesOn()) emit({ kind: 'refused', engine, claim, why });
    return { kind: 'refused', why };
  }
}

/** The authors of the lemmas, except the engine itself. */
function authors(lemmas: readonly UsedLemma[], engine: string): readonly string[] {
  return [...new Set(lemmas.map(({ from }) => from))].filter((from) => from !== engine);
}
