import type { Term } from '../../../logic/terms/builder.ts';
import type { AutomatonFunction, Expr, Place } from '../../../program/cfa/automaton.ts';
import type { Execution, Pointer } from '../machine/execution.ts';
import { storeResult } from '../memory/places/access.ts';
import { resolve } from '../memory/places/places.ts';
import { integerArgument } from './arguments.ts';
import {
  atFirst,
  type ByteText,
  type FirstCase,
  firstWhere,
  notBefore,
  offsetBy,
  putByte,
  textAt,
} from './byte-text.ts';
import { isNumber } from './string-search.ts';

/**
 * Functions that copy bounded strings. They read everything before they write. False: there is no
 * formula, and the state is unchanged.
 */

/** Limit of the bytes that a copy handles one by one. */
const MAX_BYTES = 4096;
/** Limit of such bytes if their number and their place are not known. */
const MAX_UNKNOWN = 256;

/** strcpy, stpcpy. */
export function copyString(x: Execution, fn: AutomatonFunction, args: readonly Expr[], result: Place | null): boolean {
  const [target, source] = [textAt(x, args, 0), textAt(x, args, 1)];
  const end = source === null ? null : firstWhere(x, source.room, (i) => source.isZero(i));
  if (target === null || source === null || end === null || !feasible(x, target, end, source.room)) return false;
  put(x, target.pointer, source, end);
  returnPointer(x, result, fn.name === 'stpcpy' ? endOf(x, target.pointer, end) : target.pointer);
  return true;
}

/** strncpy, stpncpy: write exactly as many bytes as the call asks for, with zeros behind the string. */
export function copyPadded(x: Execution, fn: AutomatonFunction, args: readonly Expr[], result: Place | null): boolean {
  const { terms } = x;
  const limit = integerArgument(x, args, 2);
  const [target, source] = [textAt(x, args, 0, limit), textAt(x, args, 1, limit)];
  if (target === null || source === null || limit === null) return false;
  const most = terms.isBv(limit) ? Math.min(target.room, Number(terms.constValue(limit))) : target.room;
  if (most > (terms.isBv(limit) && terms.isBv(target.pointer.offset) ? MAX_BYTES : MAX_UNKNOWN)) return false;
  const width = terms.width(limit);
  const inside = (i: number): Term => (i < 2 ** width ? terms.ult(terms.bv(width, i), limit) : terms.false);
  const end = firstWhere(x, Math.min(source.room, most), (i) => x.under(inside(i), () => source.isZero(i)));
  if (end === null) return false;
  const going = notBefore(x, end, most);
  const zero = terms.bv(8, 0);
  const bytes = going.map((condition, i) =>
    condition === terms.false
      ? zero
      : terms.ite(
          condition,
          x.under(condition, () => source.at(i)),
          zero,
        ),
  );
  bytes.forEach((byte, i) => {
    putByte(x, target.pointer, i, byte, inside(i));
  });
  if (fn.name !== 'stpncpy') returnPointer(x, result, target.pointer);
  else {
    const stop = firstWhere(x, most + 1, (i) => {
      const over = isNumber(x, limit, i);
      return i === most || over === terms.true ? over : terms.or(over, source.isZero(i));
    });
    if (stop !== null) returnPointer(x, result, endOf(x, target.pointer, stop));
  }
  return true;
}

/** strcat, strncat. */
export function appendString(
  x: Execution,
  fn: AutomatonFunction,
  args: readonly Expr[],
  result: Place | null,
): boolean {
  const { terms } = x;
  const limited = fn.name === 'strncat';
  const limit = limited ? integerArgument(x, args, 2) : null;
  const [target, source] = [textAt(x, args, 0), textAt(x, args, 1, limit)];
  if (target === null || source === null || (limited && limit === null)) return false;
  const start = firstWhere(x, target.room, (i) => target.isZero(i));
  const over = (i: number): Term => (limit === null ? terms.false : isNumber(x, limit, i));
  const end = firstWhere(x, limited ? source.room + 1 : source.room, (i) => {
    const ended = over(i);
    return ended === terms.true || i === source.room ? ended : terms.or(ended, source.isZero(i));
  });
  if (start === null || end === null) return false;
  const at = endOf(x, target.pointer, start);
  if (!feasible(x, { pointer: at, room: target.room }, end, source.room)) return false;
  put(x, at, source, end, over);
  returnPointer(x, result, target.pointer);
  return true;
}

/** Whether the copy has a formula of acceptable size. */
function feasible(x: Execution, target: Pick<ByteText, 'pointer' | 'room'>, end: FirstCase, room: number): boolean {
  return countOf(end, room) <= (x.terms.isBv(target.pointer.offset) ? MAX_BYTES : MAX_UNKNOWN);
}

/** Returns the largest number of bytes that the copy may write. */
function countOf({ cases, complete }: FirstCase, room: number): number {
  return complete ? cases[cases.length - 1].at + 1 : room;
}

/** Copies up to the end. `cut` says where a zero replaces the byte. */
function put(x: Execution, target: Pointer, source: ByteText, end: FirstCase, cut?: (i: number) => Term): void {
  const { terms } = x;
  const zero = terms.bv(8, 0);
  const going = notBefore(x, end, countOf(end, source.room));
  const bytes = going.map((condition, i) => {
    const over = cut?.(i) ?? terms.false;
    return over === terms.true || i === source.room
      ? zero
      : terms.ite(
          over,
          zero,
          x.under(condition, () => source.at(i)),
        );
  });
  bytes.forEach((byte, i) => {
    putByte(x, target, i, byte, going[i]);
  });
}

/** Returns the pointer advanced to the position that `end` gives. */
function endOf(x: Execution, pointer: Pointer, end: FirstCase): Pointer {
  const { offsetWidth } = x.plan.pointers;
  const any = (when: Term): Term => x.unknown({ kind: 'bv', width: offsetWidth }, 'string without an end', {}, when);
  return {
    object: pointer.object,
    offset: atFirst(x, end, (i) => offsetBy(x, pointer, i).offset, any),
  };
}

function returnPointer(x: Execution, result: Place | null, pointer: Pointer): void {
  if (result !== null) storeResult(x, resolve(x, result), [pointer.object, pointer.offset]);
}
