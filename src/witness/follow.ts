import type { InputRequest } from '../cfa/inputs.ts';
import { type InputSource, scriptedInputs } from '../interpreter/index.ts';
import { fileOf, type Waypoint } from './read-witness.ts';
import { Sources } from './sources.ts';

/**
 * The inputs of a run along a violation sequence: a call whose end the next waypoint names returns its
 * value. Values that the witness leaves open are 0 and counted in `open`.
 */
export class FollowedInputs implements InputSource {
  /** Number of inputs that no waypoint gives. */
  open = 0;
  readonly #sources: Sources;
  readonly #returns: readonly Waypoint[];
  #next = 0;

  /** `files`: files of the program, under the names in the run's places. */
  constructor(
    segments: readonly (readonly Waypoint[])[],
    private readonly files: readonly string[],
  ) {
    this.#sources = new Sources(files);
    this.#returns = segments.flat().filter(({ type, action }) => type === 'function_return' && action === 'follow');
  }

  /** Whether every value of the witness was used. */
  get finished(): boolean {
    return this.#next === this.#returns.length;
  }

  scalar(request: InputRequest): bigint | number {
    const waypoint = this.#returns[this.#next];
    const value = waypoint !== undefined && this.#isAt(request, waypoint) ? statedValue(waypoint) : null;
    if (value === null) {
      this.open++;
      return 0n;
    }
    this.#next++;
    return scriptedInputs([value]).scalar(request);
  }

  pointer(): null {
    this.open++;
    return null;
  }

  content(): boolean {
    this.open++;
    return false;
  }

  /** The waypoint of a returned value is at the closing parenthesis of its call. */
  #isAt({ kind, at, name }: InputRequest, { location }: Waypoint): boolean {
    if (kind !== 'nondet' && kind !== 'unknown-function') return false;
    const end = this.#sources.closingParenthesis(at, name);
    return (
      end !== null &&
      end.file === fileOf(location, this.files) &&
      end.line === location.line &&
      end.column === (location.column ?? end.column)
    );
  }
}

/** The value of `\result == CONSTANT`; null if the constant cannot be read. */
export function statedValue({ constraint }: Waypoint): bigint | number | null {
  const text = /^\s*\\result\s*==\s*(.+?)\s*$/.exec(String(constraint?.value ?? ''))?.[1];
  if (text === undefined) return null;
  const lowest = /^\(-(\d+)[uUlL]*\s*-\s*1\)$/.exec(text);
  if (lowest !== null) return -BigInt(lowest[1]) - 1n;
  const integer = /^(-?)(\d+|0[xX][0-9a-fA-F]+)[uUlL]*$/.exec(text);
  if (integer !== null) return integer[1] === '-' ? -BigInt(integer[2]) : BigInt(integer[2]);
  const hexadecimal = /^(-?)0x([0-9a-f]+)p(-?\d+)[a-zA-Z]?\w*$/.exec(text);
  if (hexadecimal !== null) {
    const value = Number(BigInt(`0x${hexadecimal[2]}`)) * 2 ** Number(hexadecimal[3]);
    // A value that no double holds cannot be passed as one.
    return Number.isFinite(value) && BigInt(`0x${hexadecimal[2]}`) <= 2n ** 53n
      ? hexadecimal[1] === '-'
        ? -value
        : value
      : null;
  }
  const decimal = /^(-?\d+(?:\.\d*)?(?:e[+-]?\d+)?)(?:[fFlLqQ]|f\d+x?|d[fdl])?$/.exec(text);
  return decimal === null ? null : Number(decimal[1]);
}
