import type { InputRequest, InputValue, ProgramInput } from '../../cfa/inputs.ts';
import type { Layout } from '../../types/layout.ts';

/** Where the values come from that a run takes from outside. One source serves one run. */
export interface InputSource {
  /**
   * The value of a scalar as its bit pattern, in any integer that is congruent to it modulo two to the power of its width (a number: of at most 2^53 in
   * magnitude). `request` is good until this returns. @throws {InputsExhausted}
   */
  scalar(request: InputRequest): bigint | number;
  /**
   * Fills the content of a whole object. `bytes` is zero when handed over, or what the object holds if it changes; a
   * source that leaves it so says false.
   */
  content(request: InputRequest, bytes: Uint8Array, layout: Layout): boolean;
  /**
   * Returns the name of the object that a pointer leads to. `names` lists those that it may lead to. Null where nothing is
   * chosen: a pointer that is stored stays then, others are null.
   */
  pointer(request: InputRequest, names: () => readonly string[]): string | null;
  /** Set where the values belong to a known run, and none is drawn. */
  readonly known?: boolean;
}

/** A strict source has no further value. */
export class InputsExhausted extends Error {
  override readonly name = 'InputsExhausted';
}

export type { InputRequest, InputValue, ProgramInput };
