import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import { sha256 } from '../../base/files.ts';
import type { PackedTerm } from '../../logic/terms/pack.ts';
import { fingerprint } from '../../system/transys/fingerprint.ts';
import type { SharedSystem } from '../../system/transys/share.ts';
import type { Target } from '../../system/transys/target.ts';
import { Certification, followerOf, startZ3Checker } from '../certification/certification.ts';
import { ThreadsNeeded } from '../coordinator/means.ts';
import type { WholeResult } from '../coordinator/result.ts';
import type { VerifyEventBody } from '../events.ts';
import type { CertifierAnswer, CertifierJob, ReplayAnswer } from '../messages/certification.ts';
import type { Model } from '../messages/model.ts';
import type { Task } from '../options/options.ts';
import type { SolverThreads } from '../schedule/solver-threads.ts';
import type { CompileThread } from '../threads/calling-thread.ts';
import type { Threads } from '../threads/threads.ts';
import type { Verdict } from '../verdict.ts';
import type { AnswerStore } from './answer-store.ts';
import { candidatesFrom } from './candidates.ts';
import { readStored, storedText } from './stored-text.ts';
import { STORE_VERSION, type StoredVerdict, storedProof } from './stored-verdict.ts';

/** The id under which kept answers take part. */
const CACHE_ID = 'cache';
/** Time limit in ms for certifying an earlier answer; then the race begins. */
const PATIENCE_MILLISECONDS = 20_000;
/** Time limit in ms for certifying where the program is compiled, before threads with more memory and Z3 do. */
const HERE_MILLISECONDS = 1_000;
/** Time limits in ms for finding the reusable part of an earlier proof, and for certifying it. */
const RESUME_MILLISECONDS = 2_000;
const RESUME_PATIENCE_MILLISECONDS = 15_000;

export type Recalled = Exclude<WholeResult, { readonly kind: 'unknown' }>;

/** The use of an answer about another system: an answer to the target, or candidates. */
export interface Resumed {
  readonly answer: Recalled | null;
  readonly target: Target;
  readonly candidates: readonly PackedTerm[];
}

export interface RecallSetup {
  readonly threads: Threads;
  readonly solverThreads: SolverThreads;
  readonly compileThread: CompileThread;
  readonly model: Model;
  /** The errors that the answer is about. */
  readonly target: Target;
  readonly task: Task;
  /** See `Means.alone`. */
  readonly alone: boolean;
  /** Settles when the verification is interrupted. */
  readonly interrupted: Promise<unknown>;
  readonly emit: (event: VerifyEventBody) => void;
}

/**
 * Answers of earlier verifications. An answer for the same system is certified here like an engine's
 * claim before it is reported. An answer that fails is discarded. The invariants of an earlier version
 * of the program are candidates.
 */
export class Recall {
  /** The name of the answer in the store. */
  readonly name: string;
  readonly #latest: string;

  constructor(
    private readonly store: AnswerStore,
    private readonly setup: RecallSetup,
  ) {
    const { model, target, task } = setup;
    this.name = nameOf(model.reduced, target, task);
    this.#latest = latestOf('latest', task, target);
  }

  /** The certified earlier answer for this system; null: there is none. */
  async answer(): Promise<Recalled | null> {
    const kept = await this.read(this.name);
    if (kept === null) return null;
    const { emit } = this.setup;
    emit({ kind: 'engine-started', engine: CACHE_ID, options: {} });
    emit({
      kind: 'claim',
      engine: CACHE_ID,
      claim: kept.answer,
      detail: `an earlier answer of ${kept.engine}`,
      uses: [],
    });
    const begun = performance.now();
    const found = await (kept.answer === 'safe' ? this.#certify(kept) : this.#replay(kept));
    if (typeof found !== 'string') {
      emit({ kind: 'certified', engine: CACHE_ID, claim: kept.answer, milliseconds: performance.now() - begun });
      return found;
    }
    const why = kept.answer === 'safe' ? found : await this.#throwAway(this.name, found);
    emit({ kind: 'engine-ended', engine: CACHE_ID, end: { kind: 'incomplete', why }, bound: null });
    return null;
  }

  /**
   * Tries the last proof of a program of these files. It gives an answer if enough of its invariant is
   * still inductive; else it gives unproved candidates for the race.
   */
  async earlier(): Promise<Pick<Resumed, 'answer' | 'candidates'>> {
    const name = nameIn(await this.store.get(this.#latest));
    const kept = name === null || name === this.name ? null : await this.read(name);
    return kept?.answer === 'safe' ? this.resume(kept) : { answer: null, candidates: [] };
  }

  /** Tries an answer about another system. A proof may exclude some errors of the target, or give candidates. */
  async resume(kept: StoredVerdict): Promise<Resumed> {
    const { compileThread, target, emit, model } = this.setup;
    const begun = performance.now();
    emit({ kind: 'engine-started', engine: CACHE_ID, options: {} });
    const certified = (answer: Recalled, about = target): Resumed => {
      const milliseconds = performance.now() - begun;
      emit({ kind: 'certified', engine: CACHE_ID, claim: answer.kind, milliseconds });
      return { answer, target: about, candidates: [] };
    };
    const failed = (text: string, candidates: readonly PackedTerm[] = []): Resumed => {
      emit({ kind: 'engine-ended', engine: CACHE_ID, end: { kind: 'incomplete', why: text }, bound: null });
      return { answer: null, target, candidates };
    };
    if (kept.answer === 'unsafe') {
      const found = await this.#replay(kept);
      return typeof found === 'string'
        ? failed(`an earlier run is not one of this program: ${found}`)
        : certified(found);
    }
    const job = { kept, target, milliseconds: RESUME_MILLISECONDS };
    const claim = await compileThread.call((remote) => remote.resume(model.id, job)).catch(() => null);
    if (claim !== null) {
      const detail = `the reusable part of a proof of ${kept.engine}`;
      emit({ kind: 'claim', engine: CACHE_ID, claim: 'safe', detail, uses: [] });
      const checked = await this.#check(claim, RESUME_PATIENCE_MILLISECONDS);
      if (checked?.kind === 'accepted') {
        const { engine } = kept;
        return certified({ kind: 'safe', engine, proof: checked.proof, restsOn: [] }, claim.target);
      }
    }
    const candidates = candidatesFrom(kept, model.reduced);
    return failed(`an earlier proof is not enough, and gives ${candidates.length} candidates`, candidates);
  }

  /** Stores a certified answer. */
  async keep(verdict: Verdict): Promise<void> {
    const kept = keptOf(verdict);
    if (kept === null) return;
    await this.store.put(this.name, storedText(kept));
    if (kept.answer === 'safe') await this.store.put(this.#latest, latestText(this.name));
  }

  /** The answer of a name, about whichever system; null: there is none. */
  async read(name: string): Promise<StoredVerdict | null> {
    const text = await this.store.get(name);
    const kept = text === null ? null : readStored(text);
    if (text !== null && kept === null) {
      const why = await this.#throwAway(name, 'it is malformed');
      this.setup.emit({ kind: 'note', engine: CACHE_ID, text: why });
    }
    return kept;
  }

  async #throwAway(name: string, why: string): Promise<string> {
    await this.store.remove(name);
    return `the earlier answer is discarded: ${why}`;
  }

  async #certify(kept: StoredVerdict & { readonly answer: 'safe' }): Promise<Recalled | string> {
    const { compileThread, model, target } = this.setup;
    const job = await compileThread.call((remote) => remote.recall(model.id, kept, target)).catch(() => null);
    if (job === null) return this.#throwAway(this.name, 'it belongs to another system');
    const answer = await this.#check(job, PATIENCE_MILLISECONDS);
    if (answer?.kind === 'accepted') return { kind: 'safe', engine: kept.engine, proof: answer.proof, restsOn: [] };
    if (answer?.kind === 'refused') return this.#throwAway(this.name, answer.why);
    return `the earlier answer was not certified in time${answer === null ? '' : `: ${answer.why}`}`;
  }

  /**
   * Certifies where the program is compiled, or else as the race certifies a claim; null: there was no time for
   * that. A certificate that the checker cannot read is refused. Throws ThreadsNeeded.
   */
  async #check(job: CertifierJob, milliseconds: number): Promise<CertifierAnswer | null> {
    const { threads, interrupted, compileThread, alone } = this.setup;
    const here = compileThread
      .call((remote) => remote.certify(job, HERE_MILLISECONDS))
      .catch((error: unknown): CertifierAnswer => ({ kind: 'undecided', why: messageOf(error) }));
    const answer = await Promise.race([here, interrupted.then(() => null)]);
    if (answer?.kind !== 'undecided') return answer;
    if (alone) throw new ThreadsNeeded(false);
    const plain = { service: threads.certifier(), ready: Promise.resolve() };
    const certification = new Certification(plain, () => startZ3Checker(this.setup), followerOf(this.setup));
    const late = new AbortController();
    const waited = sleep(milliseconds, null, { signal: late.signal }).catch(() => null);
    try {
      const checked = certification.check(job).then(({ answer }) => answer);
      return await Promise.race([checked, interrupted.then(() => null), waited]);
    } catch (error) {
      return { kind: 'refused', why: messageOf(error) };
    } finally {
      late.abort();
      certification.end();
    }
  }

  async #replay({ engine, inputs }: StoredVerdict & { readonly answer: 'unsafe' }): Promise<Recalled | string> {
    const { compileThread, threads, model } = this.setup;
    const { program, property } = model;
    if (program === null) return 'it is a run of a program';
    const begun = performance.now();
    let answer: ReplayAnswer;
    try {
      answer = await compileThread.call((remote) => remote.replay(model.id, { inputs, approximations: [] }));
      if (answer.kind === 'incomplete') {
        if (this.setup.alone) throw new ThreadsNeeded(false);
        const replayer = threads.replayer();
        const job = { program, errorFunctions: property.errorFunctions, inputs, approximations: [] };
        answer = await replayer.call((remote) => remote.replay(job)).finally(() => replayer.end());
      }
    } catch (error) {
      if (error instanceof ThreadsNeeded) throw error;
      return messageOf(error);
    }
    if (answer.kind === 'reproduced')
      return { kind: 'unsafe', engine, run: answer.run, replayMilliseconds: performance.now() - begun };
    return 'the run is not reproduced';
  }
}

function keptOf(verdict: Verdict): StoredVerdict | null {
  switch (verdict.kind) {
    case 'safe':
      return storedProof(verdict.engine, verdict.proof);
    case 'unsafe': {
      const { engine, run } = verdict;
      // Evaluating a run of a hardware model is cheap once its length is known; finding it again is left to
      // the engines.
      if (run.kind !== 'program' || run.cycle !== null) return null;
      return { version: STORE_VERSION, answer: 'unsafe', engine, inputs: run.programInputs };
    }
    case 'unknown':
      return null;
  }
}

/**
 * Returns the name of a system's stored answer. Questions about several functions may have the same system, while
 * runs of one are none of another.
 */
function nameOf(system: SharedSystem, target: Target, { contract }: Task): string {
  return hashOf(['answer', STORE_VERSION, fingerprint(system), partOfName(target), contract?.function]);
}

/** Returns the name of the text that identifies what is latest for the program of these files. */
export function latestOf(what: string, { files, property, entry, contract }: Task, target: Target): string {
  return hashOf([
    what,
    STORE_VERSION,
    files.map((file) => basename(file)),
    property,
    entry,
    contract,
    partOfName(target),
  ]);
}

function partOfName(target: Target): Target | null {
  return target.kind === 'all' ? null : target;
}

/** SHA-256 in hexadecimal, which is a name in the store. */
export function hashOf(parts: readonly unknown[]): string {
  return sha256(JSON.stringify(parts));
}

/** A text that identifies what is latest. */
export function latestText(name: string): string {
  return JSON.stringify({ version: STORE_VERSION, name });
}

/** The name in such a text; null if it is malformed. */
export function nameIn(text: string | null): string | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null || !('version' in value) || !('name' in value)) return null;
    const { version, name } = value;
    return version === STORE_VERSION && typeof name === 'string' && /^[0-9a-f]{64}$/.test(name) ? name : null;
  } catch {
    return null;
  }
}
