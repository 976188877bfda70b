import type { AnswerStore } from '../cache/answer-store.ts';
import type { FarChecks } from '../exchange/far-checks.ts';
import type { FarRaces } from '../exchange/far-lemmas.ts';
import type { CompileThreadApi } from '../messages/compilation.ts';
import type { CompileThread } from '../threads/calling-thread.ts';
import type { WorkerFiles } from '../threads/threads.ts';

/** The means of a verification, besides its options. */
export interface Means {
  /** Worker files, which tests replace. */
  readonly files: WorkerFiles;
  /** Value of `performance.now()` when the clock of the time limit began. */
  readonly started: number;
  /** Machines that may verify the same program at the same time; null: none. */
  readonly far: FarRaces | null;
  /** Compiles small programs in the calling thread, which handles no events meanwhile; null: another thread does. */
  readonly near: CompileThreadApi | null;
  /**
   * The thread that compiles programs for one verification after the other; null: each has its own. They have earlier
   * answers and the quick stage alone then.
   */
  readonly kept: CompileThread | null;
  /**
   * Whether it starts no thread of its own, and rejects with {@link ThreadsNeeded} where it needs one. A process without a
   * supervisor verifies so: what it does has time limits, but none of memory.
   */
  readonly alone: boolean;
  /** Whether the quick stage left the program open already. */
  readonly tried: boolean;
  /** Store of earlier answers; null: no store. */
  readonly answers: AnswerStore | null;
  /** Workers elsewhere that decide checks, and leave their answers in the store; null: none. */
  readonly farChecks: FarChecks | null;
}

/** The end of a verification that would have to start a thread, and may not. */
export class ThreadsNeeded extends Error {
  /** `tried`: whether the quick stage left the program open. */
  constructor(readonly tried: boolean) {
    super('the verification needs a thread');
  }
}
