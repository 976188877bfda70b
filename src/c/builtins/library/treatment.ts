/**
 * Treatment of a function of C's library, of POSIX or of the compiler, where the program has no body
 * for it.
 */
export type Treatment =
  /**
   * The front end replaces the call by a constant or by other expressions. Only functions of the
   * compiler have this treatment.
   */
  | 'translated'
  /** The encoder has a formula, perhaps for some calls only, and the interpreter runs the function. */
  | 'formula'
  /** The function has a model in C, perhaps besides a formula, and the interpreter runs it. */
  | 'model'
  /**
   * The interpreter runs the function. Proofs allow any value for its result, and for everything that it
   * may write through its arguments.
   */
  | 'interpreter'
  /**
   * The result is an input of the run, within the range that ranges.ts gives. The function may write any
   * value through its arguments.
   */
  | 'input'
  /**
   * The library defines the result, but no code here computes it. Proofs allow any value, and a run that
   * uses the result is not an alarm.
   */
  | 'approximate'
  /** The call does not return. */
  | 'ends'
  /**
   * The function changes control in ways that the linker decides on: jumps, and functions that are
   * called later.
   */
  | 'control'
  /** The call has no meaning: the run ends as unknown, with the function's name. */
  | 'unsupported';
