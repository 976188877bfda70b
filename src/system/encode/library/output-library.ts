import { UCHAR } from '../../../c/types/type-basics.ts';
import type { Expr } from '../../../program/cfa/automaton.ts';
import { literalText } from '../../../program/cfa/literal-text.ts';
import type { Execution, Pointer } from '../machine/execution.ts';
import { load } from '../memory/places/access.ts';
import { pointerReference } from '../memory/places/places.ts';
import { pointerArgument, roomAt } from './arguments.ts';
import { offsetBy } from './byte-text.ts';

/** The texts that printing functions read, in programs that watch for invalid accesses. */

/** Position of the text in functions that print one. */
const TEXTS: ReadonlyMap<string, number> = new Map([
  ['puts', 0],
  ['fputs', 0],
  ['perror', 0],
]);
/** Position of the format. */
const FORMATS: ReadonlyMap<string, number> = new Map([
  ['printf', 0],
  ['fprintf', 1],
]);
const CONVERSION = /%[-+ #0]*(\*|\d+)?(\.(?:\*|\d*))?(hh|h|ll|l|j|z|t|L)?([a-zA-Z%])/g;
/** Limit of the bytes of a text. */
const MOST_BYTES = 256;

/**
 * Reads the texts that the call prints. A text without an end in its object is a fault. Returns false
 * if it is not known what the call reads.
 */
export function readPrinted(x: Execution, name: string, args: readonly Expr[]): boolean {
  const positions = printedTexts(x, name, args);
  if (positions === null) return false;
  return positions.every((position) => {
    const pointer = pointerArgument(x, args, position);
    const room = pointer === null ? null : roomAt(x, pointer);
    if (pointer === null || room === null || room > MOST_BYTES) return false;
    readText(x, pointer, room);
    return true;
  });
}

/** Positions of the arguments that are printed as texts; null if they are not known. */
function printedTexts({ encoding }: Execution, name: string, args: readonly Expr[]): readonly number[] | null {
  const only = TEXTS.get(name);
  if (only !== undefined) return [only];
  const first = FORMATS.get(name);
  const format = first === undefined ? null : literalText(encoding.plan.linked.program, args[first]);
  if (first === undefined || format === null) return null;
  const positions: number[] = [];
  let next = first + 1;
  for (const [, width, precision, length, conversion] of format.matchAll(CONVERSION)) {
    if (conversion === '%') continue;
    if (width === '*') next++;
    if (precision === '.*') next++;
    if (conversion === 'n' || conversion === 'S') return null;
    if (conversion === 's') {
      if (precision !== undefined || length !== undefined) return null;
      positions.push(next);
    }
    next++;
  }
  return positions;
}

/** Reads bytes up to the first zero. `room`: bytes from the pointer on in the largest object. */
function readText(x: Execution, pointer: Pointer, room: number): void {
  const { terms } = x;
  let goesOn = terms.true;
  for (let i = 0; i <= room && goesOn !== terms.false; i++) {
    const [byte] = x.under(goesOn, () => load(x, pointerReference(offsetBy(x, pointer, i), UCHAR)));
    goesOn = terms.and(goesOn, terms.not(terms.eq(byte, terms.bv(8, 0))));
  }
}
