import { DOUBLE, FLOAT, X87_EXTENDED } from '../../base/softfloat.ts';
import { writeBits } from '../access.ts';
import { undefinedBehaviour, unsupported } from '../outcome.ts';
import type { Runtime } from '../runtime.ts';
import { callReader, listReader } from './argument-readers.ts';
import type { Stream } from './files.ts';
import type { ArgumentReader } from './format.ts';
import { writeFloating } from './math-split.ts';
import type { NativeCall, Natives } from './native.ts';
import { floatingPrefix, floatingValue, parseInteger, spaceLength } from './number-text.ts';
import { streamAt } from './stdio.ts';
import { bytesOf, latin1, putBytes, stringText } from './text.ts';

/** scanf. It reads the whole remaining input as text and gives the unused part back. */

const DIRECTIVE = /^%(\*)?(\d+)?(hh|h|ll|l|L|q|j|z|t)?(\[\^?\]?[^\]]*\]|.)/s;

interface Scan {
  /** Number of assignments, or -1 if the input ended before the first. */
  readonly assigned: number;
  /** Number of characters used. */
  readonly used: number;
}

function scanText({ runtime, name }: NativeCall, text: string, format: string, reader: ArgumentReader): Scan {
  const binary = name.startsWith('__isoc23_');
  let at = 0;
  let assigned = 0;
  let converted = false;
  // glibc does not count suppressed conversions, and C does.
  const end = (): Scan => {
    if (at < text.length || assigned > 0) return { assigned, used: at };
    if (converted) runtime.approximate.add('scanf at the end of its input');
    return { assigned: -1, used: at };
  };
  for (let position = 0; position < format.length; ) {
    const blank = spaceLength(format.slice(position));
    if (blank > 0) {
      at += spaceLength(text.slice(at));
      position += blank;
      continue;
    }
    const match = DIRECTIVE.exec(format.slice(position));
    if (match === null || match[4] === '%') {
      if (match !== null) at += spaceLength(text.slice(at));
      if (text[at] !== (match === null ? format[position] : '%')) return end();
      at++;
      position += match === null ? 1 : match[0].length;
      continue;
    }
    position += match[0].length;
    const [, suppressed, width, length = '', conversion] = match;
    if (conversion === 'n') {
      storeInteger(runtime, reader, length, BigInt(at));
      continue;
    }
    if (conversion !== 'c' && !conversion.startsWith('[')) at += spaceLength(text.slice(at));
    if (at >= text.length) return end();
    if (conversion === 'i' && binary) runtime.approximate.add('scanf of binary numbers');
    const field = text.slice(at, width === undefined ? undefined : at + Number(width));
    const used = convert(
      runtime,
      conversion,
      length,
      field,
      suppressed === undefined ? reader : null,
      width === undefined ? 1 : Number(width),
    );
    if (used < 0) return { assigned, used: at - used - 1 };
    converted = true;
    at += used;
    if (suppressed === undefined) assigned++;
  }
  return { assigned, used: at };
}

/**
 * Converts one field and stores it unless suppressed (reader null). Returns the characters used. If
 * the field does not match, the result is -1 minus the number of characters used all the same.
 */
function convert(
  runtime: Runtime,
  conversion: string,
  length: string,
  field: string,
  reader: ArgumentReader | null,
  width: number,
): number {
  if (length === 'l' && (conversion === 'c' || conversion === 's' || conversion.startsWith('[')))
    unsupported('scanf of wide characters');
  switch (conversion[0]) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X': {
      const base = { d: 10, i: 0, u: 10, o: 8, x: 16, X: 16 }[conversion[0]];
      const bare = base === 10 || base === 8 ? null : /^[+-]?0[xX](?![0-9a-fA-F])/.exec(field);
      // glibc reads `0x` without digits as zero, where C has no number.
      if (bare !== null) runtime.approximate.add('scanf of 0x without digits');
      const number = bare === null ? parseInteger(field, base) : { value: 0n, length: bare[0].length };
      if (number.length === 0) return /^[+-]/.test(field) ? -2 : -1;
      if (reader !== null) checkRange(runtime, length, number.value, conversion[0] === 'd' || conversion[0] === 'i');
      if (reader !== null) storeInteger(runtime, reader, length, number.value);
      return number.length;
    }
    case 'e':
    case 'f':
    case 'g':
    case 'a':
    case 'E':
    case 'F':
    case 'G':
    case 'A': {
      const prefix = floatingPrefix(field);
      const rest = field.slice(prefix.length);
      const doubtful = prefix === '' ? /^[+-]?([.in]|$)/i.test(field) : isUnfinished(prefix, rest);
      if (doubtful) runtime.approximate.add('scanf of an unfinished number');
      if (prefix === '') return /^[+-]/.test(field) ? -2 : -1;
      if (reader !== null) {
        const format = length === 'l' ? DOUBLE : length === 'L' ? X87_EXTENDED : FLOAT;
        writeFloating(runtime, reader.pointer(), format, floatingValue(prefix, format));
      }
      return prefix.length;
    }
    case 'c': {
      // glibc accepts fewer characters at the end of the input, and C does not.
      if (field.length < width) runtime.approximate.add('scanf of fewer characters than the width');
      if (reader !== null) putBytes(runtime, reader.pointer(), bytesOf(field.slice(0, width)));
      return Math.min(width, field.length);
    }
    case 's': {
      const word = /^[^ \t\n\v\f\r]*/.exec(field)![0];
      if (reader !== null) putBytes(runtime, reader.pointer(), bytesOf(`${word}\0`));
      return word.length;
    }
    case '[': {
      const matches = characterSet(conversion);
      let count = 0;
      while (count < field.length && matches(field[count])) count++;
      if (count === 0) return -1;
      if (reader !== null) putBytes(runtime, reader.pointer(), bytesOf(`${field.slice(0, count)}\0`));
      return count;
    }
    default:
      return unsupported(`the scanf conversion %${conversion}`);
  }
}

/**
 * Whether more text than the number itself begins one. glibc consumes that text, and C sees no number
 * in it.
 */
function isUnfinished(number: string, rest: string): boolean {
  if (/nan/i.test(number)) return number.includes('(') || rest.startsWith('(');
  if (/inf/i.test(number)) return !/y$/i.test(number) && /^i/i.test(rest);
  if (/^[+-]?0$/.test(number) && /^x/i.test(rest)) return true;
  return /x/i.test(number) ? !/p/i.test(number) && /^p/i.test(rest) : !/e/i.test(number) && /^e/i.test(rest);
}

/** Returns the test of `[abc]`, `[^abc]`, `[]abc]`, `[a-z]`. */
function characterSet(text: string): (character: string) => boolean {
  let body = text.slice(1, -1);
  const inverted = body.startsWith('^');
  if (inverted) body = body.slice(1);
  const members = new Set<string>();
  for (let index = 0; index < body.length; index++) {
    if (body[index + 1] === '-' && index + 2 < body.length) {
      for (let code = body.charCodeAt(index); code <= body.charCodeAt(index + 2); code++)
        members.add(String.fromCharCode(code));
      index += 2;
    } else {
      members.add(body[index]);
    }
  }
  return (character) => members.has(character) !== inverted;
}

/** Returns the bytes of an integer with that length modifier. */
function integerSize(runtime: Runtime, length: string): number {
  const long = runtime.pointerSize;
  const sizes: Readonly<Record<string, number>> = { hh: 1, h: 2, l: long, z: long, t: long, ll: 8, q: 8, j: 8, L: 8 };
  return sizes[length] ?? 4;
}

/**
 * Checks the range. A number that the object cannot hold is undefined (C11 7.21.6.2p10). The negative
 * of an unsigned one wraps, as in strtoul.
 */
function checkRange(runtime: Runtime, length: string, value: bigint, signed: boolean): void {
  const bits = BigInt(integerSize(runtime, length) * 8);
  const beyond = signed ? value !== BigInt.asIntN(Number(bits), value) : (value < 0n ? -value : value) >> bits !== 0n;
  if (beyond) undefinedBehaviour('scanf of a number beyond its type');
}

function storeInteger(runtime: Runtime, reader: ArgumentReader, length: string, value: bigint): void {
  const size = integerSize(runtime, length);
  writeBits(
    runtime.memory.view,
    runtime.memory.writable(reader.pointer(), size),
    size,
    BigInt.asUintN(size * 8, value),
    runtime.memory.isLittle,
  );
}

function scanStream(call: NativeCall, stream: Stream, format: number, reader: ArgumentReader): number {
  const { files } = call.runtime;
  const bytes: number[] = [];
  for (let byte = files.read(stream); byte >= 0; byte = files.read(stream)) bytes.push(byte);
  const text = latin1(Uint8Array.from(bytes));
  const { assigned, used } = scanText(call, text, stringText(call.runtime, call.pointer(format)), reader);
  const rest = bytes.slice(used).reverse();
  if (rest.length > 0) stream.atEnd = false;
  stream.pushedBack.push(...rest);
  return assigned;
}

function standardInput(call: NativeCall): Stream {
  for (const stream of call.runtime.files.streams.values()) if (stream.kind === 'stdin') return stream;
  const address = call.runtime.memory.reserve(8, 8);
  call.runtime.files.standard(address, 'stdin');
  return streamAt(call.runtime, address);
}

function scanString(call: NativeCall, reader: ArgumentReader): number {
  const text = stringText(call.runtime, call.pointer(0));
  return scanText(call, text, stringText(call.runtime, call.pointer(1)), reader).assigned;
}

const families = {
  scanf: (call) => scanStream(call, standardInput(call), 0, callReader(call, 1)),
  vscanf: (call) => scanStream(call, standardInput(call), 0, listReader(call.runtime, call.pointer(1))),
  fscanf: (call) => scanStream(call, streamAt(call.runtime, call.pointer(0)), 1, callReader(call, 2)),
  vfscanf: (call) =>
    scanStream(call, streamAt(call.runtime, call.pointer(0)), 1, listReader(call.runtime, call.pointer(2))),
  sscanf: (call) => scanString(call, callReader(call, 2)),
  vsscanf: (call) => scanString(call, listReader(call.runtime, call.pointer(2))),
} satisfies Natives;

/**
 * glibc's headers redirect to the `__isoc99_` names, or to `__isoc23_`. The latter read binary numbers
 * for `%i`, too.
 */
export const SCAN_FUNCTIONS = {
  ...families,
  ...Object.fromEntries(
    Object.entries(families).flatMap(([name, native]) => ['99', '23'].map((year) => [`__isoc${year}_${name}`, native])),
  ),
} satisfies Natives;
