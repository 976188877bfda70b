import type { Layout } from '../../c/types/layout.ts';
import type { InputRequest, InputValue, ProgramInput } from '../cfa/inputs.ts';

/** The source of the values that a run takes from outside. One source serves one run. */
export interface InputSource {
  /**
   * Returns the value of a scalar as its bit pattern, in any integer congruent to it modulo 2^width. A
   * result of type number is at most 2^53 in magnitude. `request` is valid until this returns. @throws
   * {InputsExhausted}
   */
  scalar(request: InputRequest): bigint | number;
  /**
   * Fills the content of a whole object. `bytes` is zero on entry, or the object's content if that
   * changes. Returns false if the source leaves it unchanged.
   */
  content(request: InputRequest, bytes: Uint8Array, layout: Layout): boolean;
  /**
   * Returns the name of the object that a pointer leads to. `names` lists the candidates. Null if none
   * is chosen: a stored pointer then stays, others are null.
   */
  pointer(request: InputRequest, names: () => readonly string[]): string | null;
  /** True if the values belong to a known run, and none is drawn. */
  readonly known?: boolean;
}

/** Thrown by a strict source that has no further value. */
export class InputsExhausted extends Error {
  override readonly name = 'InputsExhausted';
}

export type { InputRequest, InputValue, ProgramInput };
