import { readsOf } from '../../../c/builtins/library/table.ts';
import { UCHAR } from '../../../c/types/type-basics.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Expr } from '../../../program/cfa/automaton.ts';
import { literalText } from '../../../program/cfa/literal-text.ts';
import type { Execution } from '../machine/execution.ts';
import { faultWhen } from '../machine/faults.ts';
import { resize } from '../memory/lifetimes/instances.ts';
import { load } from '../memory/places/access.ts';
import { pointerReference } from '../memory/places/places.ts';
import { integerArgument, pointerArgument, roomAt } from './arguments.ts';
import { offsetBy } from './byte-text.ts';

/** The texts and blocks that functions without a formula read, in programs that watch for invalid accesses. */

/** Position of the format in functions that print. */
const FORMATS: ReadonlyMap<string, number> = new Map([
  ['printf', 0],
  ['fprintf', 1],
  ['dprintf', 1],
  ['syslog', 1],
  ['warn', 0],
  ['warnx', 0],
]);
const CONVERSION = /%[-+ #0]*(\*|\d+)?(\.(?:\*|\d*))?(hh|h|ll|l|j|z|t|L)?([a-zA-Z%])/g;
/** Limit of the bytes of a text that are read. */
const MOST_BYTES = 256;

/** Reads what a call reads through one argument. Returns false if that is not known. */
type Reading = (x: Execution, args: readonly Expr[], position: number) => boolean;

/** Returns how the call reads through its arguments, by their positions. Others are not known. */
export function readingsOf(x: Execution, name: string, args: readonly Expr[]): ReadonlyMap<number, Reading> {
  const { texts, blocks } = readsOf(name);
  return new Map<number, Reading>([
    ...texts.map((position) => [position, wholeText] as const),
    ...blocks.map(([position, ...counts]) => [position, blockOf(counts)] as const),
    ...printedTexts(x, name, args),
  ]);
}

/** The arguments of a call that prints, by the conversions of its format; none if they are not known. */
function printedTexts({ encoding }: Execution, name: string, args: readonly Expr[]): (readonly [number, Reading])[] {
  const first = FORMATS.get(name);
  const format = first === undefined ? null : literalText(encoding.plan.linked.program, args[first]);
  if (first === undefined || format === null) return [];
  const readings: (readonly [number, Reading])[] = [];
  let next = first + 1;
  for (const [, width, precision, length, conversion] of format.matchAll(CONVERSION)) {
    // glibc's `%m` prints the text of `errno`.
    if (conversion === '%' || conversion === 'm') continue;
    if (width === '*') next++;
    const limit = precision === '.*' ? next++ : precision === undefined ? null : precision;
    if (conversion === 'n' || conversion === 'S' || (conversion === 's' && length !== undefined)) return [];
    readings.push([next++, conversion !== 's' ? nothing : limit === null ? wholeText : textWithin(limit)]);
  }
  return readings;
}

const nothing: Reading = () => true;
const wholeText: Reading = (x, args, position) => readText(x, args, position, () => x.terms.true);

/** Reads a text up to a precision: the digits of a format, or the position of an `int`, which may be negative. */
function textWithin(limit: string | number): Reading {
  return (x, args, position) => {
    const { terms } = x;
    if (typeof limit === 'string')
      return readText(x, args, position, (i) => (i < Number(limit.slice(1)) ? terms.true : terms.false));
    const given = integerArgument(x, args, limit);
    if (given === null) return false;
    const int = resize(x, given, 32);
    const isNone = terms.slt(int, terms.bv(32, 0));
    return readText(x, args, position, (i) => terms.or(isNone, terms.slt(terms.bv(32, i), int)));
  };
}

/** Reads bytes up to the first zero, those alone that `within` allows. A text without an end in its object is a fault. */
function readText(x: Execution, args: readonly Expr[], position: number, within: (i: number) => Term): boolean {
  const { terms } = x;
  const pointer = pointerArgument(x, args, position);
  const room = pointer === null ? null : roomAt(x, pointer);
  if (pointer === null || room === null) return false;
  let goesOn = within(0);
  for (let i = 0; i <= room && i < MOST_BYTES && goesOn !== terms.false; i++) {
    const [byte] = x.under(goesOn, () => load(x, pointerReference(offsetBy(x, pointer, i), UCHAR)));
    goesOn = terms.andAll([goesOn, terms.not(terms.eq(byte, terms.bv(8, 0))), within(i + 1)]);
  }
  if (room >= MOST_BYTES) x.gap(`a text of more than ${MOST_BYTES} bytes`, goesOn);
  return true;
}

/** Reads the first and the last byte of a block, all of which lie in one object. */
function blockOf(counts: readonly number[]): Reading {
  return (x, args, position) => {
    const { terms } = x;
    const { offsetWidth } = x.plan.pointers;
    const pointer = pointerArgument(x, args, position);
    const factors = counts.map((count) => integerArgument(x, args, count));
    const open = factors.filter((each) => each === null || !terms.isBv(each));
    if (pointer === null || factors.includes(null) || open.length > 1) return false;
    const constant = factors.reduce((all, each) => all * (terms.isBv(each!) ? terms.constValue(each!) : 1n), 1n);
    const width = Math.max(offsetWidth, ...factors.map((each) => terms.width(each!)));
    const number = resize(x, open[0] ?? terms.bv(width, 1), width);
    if (constant === 0n) return true;
    // No object has more bytes: beyond that, the end would wrap around.
    const most = ((1n << BigInt(offsetWidth - 1)) - 1n) / constant;
    const isTooLong = terms.not(terms.ule(number, terms.bv(width, most)));
    faultWhen(x, 'deref', isTooLong, 'a block that is larger than all objects');
    // Then any number but 0 is too large, and the product may have too many bits.
    if (most === 0n) return true;
    const bytes = resize(x, terms.mul(number, terms.bv(width, constant)), offsetWidth);
    const last = terms.sub(bytes, terms.bv(offsetWidth, 1));
    x.facts.noteSteps(last, 1n);
    const isEmpty = terms.eq(number, terms.bv(width, 0));
    x.under(terms.not(terms.or(isEmpty, isTooLong)), () => {
      load(x, pointerReference(pointer, UCHAR));
      load(x, pointerReference({ object: pointer.object, offset: terms.add(pointer.offset, last) }, UCHAR));
    });
    return true;
  };
}
