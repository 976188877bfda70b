import type { Term } from '../../../logic/terms/builder.ts';
import type { AutomatonFunction, Expr, Place } from '../../../program/cfa/automaton.ts';
import type { Execution, Pointer } from '../machine/execution.ts';
import { resize } from '../memory/lifetimes/instances.ts';
import { storeResult } from '../memory/places/access.ts';
import { constantLengthAt } from '../memory/places/constant-bytes.ts';
import { resolve } from '../memory/places/places.ts';
import { choosePointer, nullPointer } from '../memory/pointers/pointers.ts';
import { integerArgument } from './arguments.ts';
import { atFirst, type ByteText, type FirstCase, firstWhere, offsetBy, textAt } from './byte-text.ts';

/**
 * Functions that search bounded strings and blocks of memory. False: there is no formula, and the
 * state is unchanged.
 */

const NO_END = 'string without an end';

/** strlen, strnlen. */
export function stringLength(
  x: Execution,
  fn: AutomatonFunction,
  args: readonly Expr[],
  result: Place | null,
): boolean {
  const limit = fn.name === 'strnlen' ? integerArgument(x, args, 1) : null;
  const text = textAt(x, args, 0, limit);
  if (text === null || (limit === null && fn.name === 'strnlen')) return false;
  const known = limit === null ? constantLengthAt(x, text.pointer) : null;
  if (known !== null) {
    // The first byte is there where all are.
    text.at(0);
    if (result === null) return true;
    const { terms } = x;
    const width = x.plan.shapes.width(result.type);
    const other = x.unknown({ kind: 'bv', width }, NO_END, {}, terms.not(known.valid));
    storeResult(x, resolve(x, result), [terms.ite(known.valid, resize(x, known.length, width), other)]);
    return true;
  }
  return returnPosition(
    x,
    result,
    firstWithin(x, text, limit, (i) => text.isZero(i)),
  );
}

/** strspn, strcspn: the number of characters from the start on that are, or are not, in a set. */
export function span(x: Execution, fn: AutomatonFunction, args: readonly Expr[], result: Place | null): boolean {
  const text = textAt(x, args, 0);
  const members = memberTest(x, textAt(x, args, 1));
  if (text === null || members === null) return false;
  const ends = (i: number): Term => {
    const member = members(text.at(i));
    return fn.name === 'strspn' ? x.terms.not(member) : x.terms.or(member, text.isZero(i));
  };
  return returnPosition(x, result, firstWithin(x, text, null, ends));
}

/** strpbrk. */
export function findOneOf(x: Execution, _fn: AutomatonFunction, args: readonly Expr[], result: Place | null): boolean {
  const text = textAt(x, args, 0);
  const members = memberTest(x, textAt(x, args, 1));
  if (text === null || members === null) return false;
  return returnFound(x, result, text, null, (i) => members(text.at(i)));
}

/** strchr, index, strchrnul, memchr, rawmemchr. */
export function findCharacter(
  x: Execution,
  fn: AutomatonFunction,
  args: readonly Expr[],
  result: Place | null,
): boolean {
  const limit = fn.name === 'memchr' ? integerArgument(x, args, 2) : null;
  const text = textAt(x, args, 0, limit);
  const wanted = integerArgument(x, args, 1);
  if (text === null || wanted === null) return false;
  const character = x.terms.extract(wanted, 7, 0);
  const matches = (i: number): Term => x.terms.eq(text.at(i), character);
  switch (fn.name) {
    case 'memchr':
      return limit !== null && returnFound(x, result, text, limit, matches);
    case 'strchrnul':
    case 'rawmemchr': {
      const found = firstWhere(x, text.room, (i) =>
        fn.name === 'strchrnul' ? x.terms.or(matches(i), text.isZero(i)) : matches(i),
      );
      return returnPlace(x, result, text, found, () => x.terms.true);
    }
    default:
      return returnFound(x, result, text, null, matches);
  }
}

/** strrchr, rindex. */
export function findLastCharacter(
  x: Execution,
  _fn: AutomatonFunction,
  args: readonly Expr[],
  result: Place | null,
): boolean {
  const { terms } = x;
  const text = textAt(x, args, 0);
  const wanted = integerArgument(x, args, 1);
  const end = text === null ? null : firstWhere(x, text.room, (i) => text.isZero(i));
  if (text === null || wanted === null || end === null) return false;
  if (result === null) return true;
  const character = terms.extract(wanted, 7, 0);
  let found = nullPointer(x);
  let going = terms.true;
  const count = end.complete ? end.cases[end.cases.length - 1].at + 1 : text.room;
  for (let i = 0; i < count; i++) {
    const byte = x.under(going, () => text.at(i));
    const here = terms.and(going, terms.eq(byte, character));
    found = choosePointer(x, here, offsetBy(x, text.pointer, i), found);
    going = terms.and(going, terms.not(text.isZero(i)));
  }
  if (!end.complete) found = choosePointer(x, going, anyPointer(x, going), found);
  storeResult(x, resolve(x, result), [found.object, found.offset]);
  return true;
}

/** strstr, for a string of known length. */
export function findString(x: Execution, _fn: AutomatonFunction, args: readonly Expr[], result: Place | null): boolean {
  const { terms } = x;
  const [text, wanted] = [textAt(x, args, 0), textAt(x, args, 1)];
  const length = wanted === null ? null : knownLength(x, wanted);
  if (text === null || wanted === null || length === null || length * Math.min(text.room, MAX_WORK) > MAX_WORK)
    return false;
  const matches = (i: number): Term => {
    let same = terms.true;
    // The loop stops at the first difference; the end of the string is one.
    for (let j = 0; j < length && same !== terms.false; j++) {
      same = i + j < text.room ? terms.and(same, terms.eq(text.at(i + j), wanted.at(j))) : terms.false;
    }
    return same;
  };
  return returnFound(x, result, text, null, matches);
}

/** Limit of the comparisons of characters in one formula. */
const MAX_WORK = 8192;

/** The length of a string, if it is a constant in this state. */
function knownLength(x: Execution, text: ByteText): number | null {
  const end = firstWhere(x, text.room, (i) => text.isZero(i));
  return end?.complete && end.cases.length === 1 ? end.cases[0].at : null;
}

/** Returns a test for a byte to be one of a string's characters; null for strings of unknown length. */
function memberTest(x: Execution, set: ByteText | null): ((byte: Term) => Term) | null {
  const length = set === null ? null : knownLength(x, set);
  if (set === null || length === null || length > 64) return null;
  return (byte) => {
    let member = x.terms.false;
    for (let j = 0; j < length; j++) member = x.terms.or(member, x.terms.eq(byte, set.at(j)));
    return member;
  };
}

/** Returns the first position that ends a search. The search also ends after `limit` bytes. */
function firstWithin(x: Execution, text: ByteText, limit: Term | null, ends: (i: number) => Term): FirstCase | null {
  if (limit === null) return firstWhere(x, text.room, ends);
  return firstWhere(x, text.room + 1, (i) => {
    const over = isNumber(x, limit, i);
    return over === x.terms.true || i === text.room ? over : x.terms.or(over, ends(i));
  });
}

/** Returns limit = i. */
export function isNumber(x: Execution, limit: Term, i: number): Term {
  const width = x.terms.width(limit);
  return i < 2 ** width ? x.terms.eq(limit, x.terms.bv(width, i)) : x.terms.false;
}

function returnPosition(x: Execution, result: Place | null, found: FirstCase | null): boolean {
  if (found === null) return false;
  if (result === null) return true;
  const width = x.plan.shapes.width(result.type);
  const other = (when: Term): Term => x.unknown({ kind: 'bv', width }, NO_END, {}, when);
  storeResult(x, resolve(x, result), [atFirst(x, found, (i) => x.terms.bv(width, i), other)]);
  return true;
}

/**
 * Returns a pointer to the first match. It is NULL if the end of the string, or the limit, comes
 * first.
 */
function returnFound(
  x: Execution,
  result: Place | null,
  text: ByteText,
  limit: Term | null,
  matches: (i: number) => Term,
): boolean {
  const { terms } = x;
  const found = firstWithin(x, text, limit, (i) =>
    limit === null ? terms.or(matches(i), text.isZero(i)) : matches(i),
  );
  return returnPlace(x, result, text, found, (i) => {
    if (limit === null) return matches(i);
    return i === text.room ? terms.false : terms.and(terms.not(isNumber(x, limit, i)), matches(i));
  });
}

function returnPlace(
  x: Execution,
  result: Place | null,
  text: ByteText,
  found: FirstCase | null,
  matches: (i: number) => Term,
): boolean {
  if (found === null) return false;
  if (result === null) return true;
  const at = (i: number): Pointer => choosePointer(x, matches(i), offsetBy(x, text.pointer, i), nullPointer(x));
  const object = atFirst(
    x,
    found,
    (i) => at(i).object,
    (when) => anyPointer(x, when).object,
  );
  const offset = atFirst(
    x,
    found,
    (i) => at(i).offset,
    () => x.offset(0),
  );
  storeResult(x, resolve(x, result), [object, offset]);
  return true;
}

/** Returns the result of a search that goes beyond the object. */
function anyPointer(x: Execution, when: Term): Pointer {
  const { objectWidth } = x.plan.pointers;
  return {
    object: x.unknown({ kind: 'bv', width: objectWidth }, NO_END, { targets: new Set() }, when),
    offset: x.offset(0),
  };
}
