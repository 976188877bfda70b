import type { Task } from '../options/options.ts';

/** Checks of a program that workers elsewhere may decide. */
export interface FarQuestion {
  /** The compiled program, see `storedModel`. */
  readonly program: Uint8Array;
  readonly task: Task;
  /** The checks that are open now, by their numbers in the program. */
  open(): readonly number[];
  /** Milliseconds until the time limit; infinite without one. */
  left(): number;
}

/** A question that was handed to the workers. */
export interface HandedQuestion {
  /** Ends it where it is being worked on. */
  stop(): void;
}

/**
 * Workers elsewhere that decide checks; the implementation decides how to reach them. They leave their
 * answers in the store of answers, where each is certified again. Nothing here throws.
 */
export interface FarChecks {
  handOut(question: FarQuestion): HandedQuestion;
}
