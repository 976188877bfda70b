import type { Wide } from '../../base/wide.ts';
import { readAddress, writeAddress } from '../access.ts';
import { undefinedBehaviour } from '../outcome.ts';
import type { Runtime } from '../runtime.ts';
import { takeMemory } from './allocate.ts';
import { errnoText } from './errno.ts';
import { HUGE, type Native, type NativeCall, type Natives } from './native.ts';
import { byteAt, bytesOf, lastingText, putBytes, stringBytes, stringLength, stringText } from './text.ts';

/** `str*` of string.h in the C locale. */

function withEnd(bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length + 1);
  result.set(bytes);
  return result;
}

/** Copies a string of at most `limit` bytes and its end to `to`. */
function copyString(runtime: Runtime, to: Wide, from: Wide, limit = HUGE): number {
  const bytes = withEnd(stringBytes(runtime, from, limit));
  putBytes(runtime, to, bytes);
  return bytes.length - 1;
}

function append(call: NativeCall, limit: number): number {
  const to = Number(call.pointer(0));
  copyString(call.runtime, to + stringLength(call.runtime, to), call.pointer(1), limit);
  return to;
}

/** `strncpy`: writes exactly `size` bytes, with zeros behind the string. */
function copyPadded(call: NativeCall): number {
  const size = call.size(2);
  if (size === 0) return 0;
  const bytes = stringBytes(call.runtime, call.pointer(1), size).slice();
  const to = call.runtime.memory.writable(call.pointer(0), size);
  call.runtime.memory.bytes.fill(0, to, to + size);
  call.runtime.memory.bytes.set(bytes, to);
  return bytes.length;
}

function lower(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}

/** `strlcpy` and `strlcat`: copies behind `start` bytes what fits, and returns the length of the source. */
function copyWithin(call: NativeCall, start: number): number {
  const bytes = stringBytes(call.runtime, call.pointer(1)).slice();
  const room = call.size(2) - start;
  if (room > 0) putBytes(call.runtime, Number(call.pointer(0)) + start, withEnd(bytes.subarray(0, room - 1)));
  return bytes.length;
}

/** Compares as unsigned characters, and reads no byte beyond the first difference. */
function compareStrings(call: NativeCall, limit: number, fold: (byte: number) => number): number {
  const { memory } = call.runtime;
  const [a, b] = [Number(call.pointer(0)), Number(call.pointer(1))];
  for (let index = 0; index < limit; index++) {
    const x = memory.bytes[memory.readable(a + index, 1)];
    const y = memory.bytes[memory.readable(b + index, 1)];
    const difference = fold(x) - fold(y);
    if (difference !== 0) return difference;
    if (x === 0) return 0;
  }
  return 0;
}

const same = (byte: number): number => byte;

/** Finds the first such character. It reads no further, as the string need not end where it is found. */
function findCharacter(call: NativeCall, orEnd: boolean): number {
  const { memory } = call.runtime;
  const start = memory.readable(call.pointer(0), 1);
  const wanted = call.int(1) & 255;
  const [zero, index] = [memory.bytes.indexOf(0, start), memory.bytes.indexOf(wanted, start)];
  if (index >= 0 && (zero < 0 || index <= zero)) {
    memory.readable(start, index - start + 1);
    return index;
  }
  const length = stringLength(call.runtime, start);
  return orEnd ? start + length : 0;
}

function findLastCharacter(call: NativeCall): number {
  const start = Number(call.pointer(0));
  const wanted = call.int(1) & 255;
  const bytes = stringBytes(call.runtime, start);
  const index = wanted === 0 ? bytes.length : bytes.lastIndexOf(wanted);
  return index < 0 ? 0 : start + index;
}

const SLASH = 47;

/** POSIX's `basename`: it ends the path where slashes follow its last component. */
function lastComponent(call: NativeCall): number {
  const path = Number(call.pointer(0));
  const bytes = path === 0 ? new Uint8Array() : stringBytes(call.runtime, path);
  if (bytes.length === 0) return lastingText(call.runtime, 'basename', '.');
  const last = bytes.findLastIndex((byte) => byte !== SLASH);
  if (last < 0) return path + bytes.length - 1;
  if (last + 1 < bytes.length) putBytes(call.runtime, path + last + 1, new Uint8Array(1));
  return path + bytes.subarray(0, last + 1).lastIndexOf(SLASH) + 1;
}

/**
 * Returns the length of the longest prefix of characters that are in the set (or are not). The text need not
 * end behind that; the set is read to its end.
 */
function span(runtime: Runtime, text: Wide, set: Wide, inside: boolean): number {
  const members = stringBytes(runtime, set);
  for (let length = 0; ; length++) {
    const byte = byteAt(runtime, text, length);
    if (byte === 0 || members.includes(byte) !== inside) return length;
  }
}

/** Searches a string in a text, which need not end behind it. */
function findString(call: NativeCall, fold: (byte: number) => number): number {
  const { runtime } = call;
  const [text, wanted] = [Number(call.pointer(0)), stringBytes(runtime, call.pointer(1))];
  for (let start = text; ; start++) {
    let index = 0;
    while (index < wanted.length && fold(wanted[index]) === fold(byteAt(runtime, start, index))) index++;
    if (index === wanted.length) return start;
    if (byteAt(runtime, start, index) === 0) return 0;
  }
}

/** `strtok` and `strtok_r`; `saved` is the position at which the search continues. */
function token(runtime: Runtime, given: Wide, set: Wide, saved: number): { token: number; next: number } {
  let start = given === 0 ? saved : Number(given);
  start += span(runtime, start, set, true);
  if (runtime.memory.bytes[runtime.memory.readable(start, 1)] === 0) return { token: 0, next: start };
  const end = start + span(runtime, start, set, false);
  if (runtime.memory.bytes[runtime.memory.readable(end, 1)] === 0) return { token: start, next: end };
  putBytes(runtime, end, new Uint8Array(1));
  return { token: start, next: end + 1 };
}

/** Reads a pointer from memory. @throws {Halt} undefined behaviour */
export function readPointer(runtime: Runtime, address: Wide): number {
  const { memory, pointerSize } = runtime;
  return readAddress(memory.view, memory.readable(address, pointerSize), pointerSize, memory.isLittle);
}

/** Writes a pointer to memory. @throws {Halt} undefined behaviour */
export function writePointer(runtime: Runtime, address: Wide, value: number): void {
  const { memory, pointerSize } = runtime;
  writeAddress(memory.view, memory.writable(address, pointerSize), pointerSize, value, memory.isLittle);
}

function messageOf(call: NativeCall): number {
  const text = errnoText(call.int(0));
  return lastingText(call.runtime, `strerror ${text}`, text);
}

function copyOf(call: NativeCall, text: Uint8Array): number {
  const bytes = text.slice();
  const address = takeMemory(call.runtime, call.name, bytes.length + 1);
  if (address !== 0) call.runtime.memory.bytes.set(bytes, address);
  return address;
}

const tokenAndRest: Native = (call) => {
  const saved = call.pointer(0) === 0 ? readPointer(call.runtime, call.pointer(2)) : 0;
  const found = token(call.runtime, call.pointer(0), call.pointer(1), saved);
  writePointer(call.runtime, call.pointer(2), found.next);
  return found.token;
};

export const STRING_FUNCTIONS = {
  strcpy: (call) => {
    copyString(call.runtime, call.pointer(0), call.pointer(1));
    return call.pointer(0);
  },
  stpcpy: (call) => Number(call.pointer(0)) + copyString(call.runtime, call.pointer(0), call.pointer(1)),
  strncpy: (call) => {
    copyPadded(call);
    return call.pointer(0);
  },
  stpncpy: (call) => Number(call.pointer(0)) + copyPadded(call),
  strcat: (call) => append(call, HUGE),
  strncat: (call) => append(call, call.size(2)),
  strlcpy: (call) => copyWithin(call, 0),
  strlcat: (call) => {
    const length = stringLength(call.runtime, call.pointer(0), call.size(2));
    return length + copyWithin(call, length);
  },
  strcmp: (call) => compareStrings(call, HUGE, same),
  strcoll: (call) => compareStrings(call, HUGE, same),
  strncmp: (call) => compareStrings(call, call.size(2), same),
  strcasecmp: (call) => compareStrings(call, HUGE, lower),
  strncasecmp: (call) => compareStrings(call, call.size(2), lower),
  strchr: (call) => findCharacter(call, false),
  index: (call) => findCharacter(call, false),
  strchrnul: (call) => findCharacter(call, true),
  strrchr: (call) => findLastCharacter(call),
  rindex: (call) => findLastCharacter(call),
  basename: (call) => Number(call.pointer(0)) + stringBytes(call.runtime, call.pointer(0)).lastIndexOf(SLASH) + 1,
  __xpg_basename: lastComponent,
  strspn: (call) => span(call.runtime, call.pointer(0), call.pointer(1), true),
  strcspn: (call) => span(call.runtime, call.pointer(0), call.pointer(1), false),
  strpbrk: (call) => {
    const index = span(call.runtime, call.pointer(0), call.pointer(1), false);
    const at = Number(call.pointer(0)) + index;
    return call.runtime.memory.bytes[at] === 0 ? 0 : at;
  },
  strstr: (call) => findString(call, same),
  strnstr: (call) => {
    const { memory } = call.runtime;
    const [start, size] = [Number(call.pointer(0)), call.size(2)];
    const wanted = stringBytes(call.runtime, call.pointer(1));
    for (let at = start; ; at++) {
      let j = 0;
      const byteAt = (index: number): number => memory.bytes[memory.readable(at + index, 1)];
      while (j < wanted.length && at - start + j < size && byteAt(j) === wanted[j]) j++;
      if (j === wanted.length) return at;
      if (at - start + j >= size || byteAt(j) === 0) return 0;
    }
  },
  strcasestr: (call) => findString(call, lower),
  strtok: (call) => {
    const found = token(call.runtime, call.pointer(0), call.pointer(1), call.runtime.libraryState.get('strtok') ?? 0);
    call.runtime.libraryState.set('strtok', found.next);
    return found.token;
  },
  strtok_r: tokenAndRest,
  __strtok_r: tokenAndRest,
  strsep: (call) => {
    const start = readPointer(call.runtime, call.pointer(0));
    if (start === 0) return 0;
    const end = start + span(call.runtime, start, call.pointer(1), false);
    const last = call.runtime.memory.bytes[end] === 0;
    if (!last) putBytes(call.runtime, end, new Uint8Array(1));
    writePointer(call.runtime, call.pointer(0), last ? 0 : end + 1);
    return start;
  },
  strdup: (call) => copyOf(call, stringBytes(call.runtime, call.pointer(0))),
  strndup: (call) => copyOf(call, stringBytes(call.runtime, call.pointer(0), call.size(1))),
  strxfrm: (call) => {
    const length = stringLength(call.runtime, call.pointer(1));
    const size = call.size(2);
    if (size === 0) return length;
    if (length >= size) undefinedBehaviour('strxfrm without room for its result');
    call.runtime.memory.copy(call.pointer(0), call.pointer(1), length + 1);
    return length;
  },
  strerror: messageOf,
  perror: (call) => {
    const { runtime } = call;
    const prefix = call.pointer(0) === 0 ? '' : `${stringText(runtime, call.pointer(0))}: `;
    runtime.options.stderr?.(bytesOf(`${prefix}${errnoText(runtime.errno.current(false))}\n`));
    return undefined;
  },
} satisfies Natives;
