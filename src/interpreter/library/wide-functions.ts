import type { Wide } from '../../base/wide.ts';
import type { Runtime } from '../runtime.ts';
import type { Native, NativeCall, Natives } from './native.ts';

/** Functions of wchar.h on strings and blocks of `wchar_t`, which has 4 bytes and is signed. */

const SIZE = 4;

function characterAt({ memory }: Runtime, address: Wide, index: number): number {
  return memory.view.getInt32(memory.readable(Number(address) + SIZE * index, SIZE), memory.isLittle);
}

function setCharacter({ memory }: Runtime, address: Wide, index: number, value: number): void {
  memory.view.setInt32(memory.writable(Number(address) + SIZE * index, SIZE), value, memory.isLittle);
}

function length(call: NativeCall, most: number): number {
  let n = 0;
  while (n < most && characterAt(call.runtime, call.pointer(0), n) !== 0) n++;
  return n;
}

/** Compares two blocks. `strings`: a zero on both sides ends the comparison. */
function compare(call: NativeCall, most: number, strings: boolean): number {
  for (let i = 0; i < most; i++) {
    const [a, b] = [characterAt(call.runtime, call.pointer(0), i), characterAt(call.runtime, call.pointer(1), i)];
    if (a !== b) return a < b ? -1 : 1;
    if (strings && a === 0) break;
  }
  return 0;
}

function find(call: NativeCall, most: number, strings: boolean): number {
  for (let i = 0; i < most; i++) {
    const found = characterAt(call.runtime, call.pointer(0), i);
    if (found === call.int(1)) return Number(call.pointer(0)) + SIZE * i;
    if (strings && found === 0) break;
  }
  return 0;
}

/** Reads characters of the second argument: `count` of them or, as a string, those before its end. */
function source(call: NativeCall, most: number, strings: boolean): number[] {
  const values: number[] = [];
  while (values.length < most) {
    const value = characterAt(call.runtime, call.pointer(1), values.length);
    if (strings && value === 0) break;
    values.push(value);
  }
  return values;
}

/** Writes characters to the first argument, from its element `start` on. */
function put(call: NativeCall, start: number, values: readonly number[]): Wide {
  for (const [i, value] of values.entries()) setCharacter(call.runtime, call.pointer(0), start + i, value);
  return call.pointer(0);
}

/** Copies a string, and fills the first argument with zeros up to the count; returns the length of the copy. */
function putPadded(call: NativeCall): number {
  const values = source(call, call.size(2), true);
  const count = checked(call, 0, call.size(2));
  put(call, 0, [...values, ...new Array<number>(count - values.length).fill(0)]);
  return values.length;
}

/**
 * Counts characters of the first argument before its end or before the first that is, or is not, in
 * the second.
 */
function span(call: NativeCall, inside: boolean): number {
  const set = source(call, ENDLESS, true);
  let n = 0;
  for (;;) {
    const value = characterAt(call.runtime, call.pointer(0), n);
    if (value === 0 || set.includes(value) !== inside) return n;
    n++;
  }
}

function lastOf(call: NativeCall): number {
  const end = length(call, ENDLESS);
  for (let i = end; i >= 0; i--)
    if (characterAt(call.runtime, call.pointer(0), i) === call.int(1)) return Number(call.pointer(0)) + SIZE * i;
  return 0;
}

function firstPart(call: NativeCall): number {
  const part = source(call, ENDLESS, true);
  const end = length(call, ENDLESS);
  for (let i = 0; i + part.length <= end; i++) {
    if (part.every((value, k) => characterAt(call.runtime, call.pointer(0), i + k) === value))
      return Number(call.pointer(0)) + SIZE * i;
  }
  return 0;
}

/**
 * Checks a block of `count` elements at a pointer argument as a whole, so that a large count makes no
 * long loop.
 */
function checked(call: NativeCall, index: number, count: number): number {
  if (count > 0) call.runtime.memory.readable(Number(call.pointer(index)), SIZE * count);
  return count;
}

const copyBlock: Native = (call) => put(call, 0, source(call, checked(call, 1, checked(call, 0, call.size(2))), false));

/** Copies one character after the other, as proofs do: places that overlap are a gap behind the call. */
function copyForward(call: NativeCall): number {
  const count = checked(call, 1, checked(call, 0, call.size(2)));
  for (let i = 0; i < count; i++)
    setCharacter(call.runtime, call.pointer(0), i, characterAt(call.runtime, call.pointer(1), i));
  return Number(call.pointer(0));
}

const ENDLESS = Number.POSITIVE_INFINITY;

export const WIDE_FUNCTIONS = {
  wcslen: (call) => length(call, ENDLESS),
  wcsnlen: (call) => length(call, call.size(1)),
  wcpcpy: (call) => {
    const values = source(call, ENDLESS, true);
    return Number(put(call, 0, [...values, 0])) + SIZE * values.length;
  },
  wcschrnul: (call) => {
    let at = Number(call.pointer(0));
    for (let next = 0; ; at += SIZE) {
      next = characterAt(call.runtime, at, 0);
      if (next === 0 || next === call.int(1)) return at;
    }
  },
  wcscpy: (call) => put(call, 0, [...source(call, ENDLESS, true), 0]),
  wcpncpy: (call) => Number(call.pointer(0)) + SIZE * putPadded(call),
  wcsncpy: (call) => {
    putPadded(call);
    return call.pointer(0);
  },
  wcscat: (call) => put(call, length(call, ENDLESS), [...source(call, ENDLESS, true), 0]),
  wcsncat: (call) => put(call, length(call, ENDLESS), [...source(call, call.size(2), true), 0]),
  wcscoll: (call) => compare(call, ENDLESS, true),
  wcsrchr: lastOf,
  wcsspn: (call) => span(call, true),
  wcscspn: (call) => span(call, false),
  wcspbrk: (call) => {
    const n = span(call, false);
    return characterAt(call.runtime, call.pointer(0), n) === 0 ? 0 : Number(call.pointer(0)) + SIZE * n;
  },
  wcsstr: firstPart,
  wcscmp: (call) => compare(call, ENDLESS, true),
  wcsncmp: (call) => compare(call, call.size(2), true),
  wcschr: (call) => find(call, ENDLESS, true),
  wmemcpy: copyForward,
  wmemmove: copyBlock,
  wmempcpy: (call) => copyForward(call) + SIZE * call.size(2),
  wmemset: (call) => {
    const count = checked(call, 0, call.size(2));
    for (let i = 0; i < count; i++) setCharacter(call.runtime, call.pointer(0), i, call.int(1));
    return call.pointer(0);
  },
  wmemcmp: (call) => compare(call, call.size(2), false),
  wmemchr: (call) => find(call, call.size(2), false),
  mbsinit: (call) => (call.pointer(0) === 0 || characterAt(call.runtime, call.pointer(0), 0) === 0 ? 1 : 0),
} satisfies Natives;
