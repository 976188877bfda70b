import type { Layout } from '../../../c/type/layout.ts';
import type { InputRequest, InputValue, ProgramInput } from '../../inputs.ts';

/** Where the values come from that a run takes from outside. One source serves one run. */
export interface InputSource {
  /** The value of a scalar as its bit pattern (any bits beyond the type's width are ignored). @throws {InputsExhausted} */
  scalar(request: InputRequest): bigint;
  /**
   * Fills the content of a whole object. `bytes` is zero when handed over; a source that leaves it so says false.
   */
  content(request: InputRequest, bytes: Uint8Array, layout: Layout): boolean;
}

/** A strict source has no further value. */
export class InputsExhausted extends Error {
  override readonly name = 'InputsExhausted';
}

export type { InputRequest, InputValue, ProgramInput };
