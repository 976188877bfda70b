import type { VerifyEvent } from '../../../race/events.ts';
import type { Verdict } from '../../../race/verdict.ts';

/** The result of a verification that ended with a verdict. */
export interface Result {
  readonly verdict: Verdict;
  /** The verdict with the proof to be shown, once that is known. */
  proved(): Promise<Verdict>;
}

/**
 * One form of output of `lemmata verify`. All reporters get the events, in order. After the last event
 * come either {@link answer} and {@link explain}, or {@link fail}. Each of these ends in all reporters
 * before the next begins. The order of the reporters is that of their outputs.
 */
export interface Reporter {
  event?(event: VerifyEvent): void;
  /** Called after the last event, before the result is known. */
  end?(): void;
  /** Writes the answer. Throws LemmataError `E-INPUT` if a file cannot be written. */
  answer?(result: Result): Promise<void> | void;
  /** Writes what people may want to know besides the answer. */
  explain?(result: Result): Promise<void> | void;
  /**
   * Reports the error that ended the verification without a verdict. Throws LemmataError `E-INPUT` if a
   * file cannot be written.
   */
  fail?(error: unknown): Promise<void> | void;
  /** Resolves when everything has left the process, or the time for it is over. */
  close?(): Promise<void>;
}
