import type { Runtime } from '../runtime.ts';
import type { Wide } from '../wide.ts';
import type { Native, NativeCall } from './native.ts';

/** Functions of wchar.h on strings and blocks of `wchar_t`, which has 4 bytes and is signed. */

const SIZE = 4;

function characterAt({ memory }: Runtime, address: Wide, index: number): number {
  return memory.view.getInt32(memory.readable(Number(address) + SIZE * index, SIZE), true);
}

function setCharacter({ memory }: Runtime, address: Wide, index: number, value: number): void {
  memory.view.setInt32(memory.writable(Number(address) + SIZE * index, SIZE), value, true);
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

const copy =
  (count: (call: NativeCall) => number): Native =>
  (call) => {
    const values = Array.from({ length: count(call) }, (_, i) => characterAt(call.runtime, call.pointer(1), i));
    for (const [i, value] of values.entries()) setCharacter(call.runtime, call.pointer(0), i, value);
    return call.pointer(0);
  };

function lengthOfSource(call: NativeCall): number {
  let n = 0;
  while (characterAt(call.runtime, call.pointer(1), n) !== 0) n++;
  return n + 1;
}

const ENDLESS = Number.POSITIVE_INFINITY;

export const WIDE_FUNCTIONS: Readonly<Record<string, Native>> = {
  wcslen: (call) => length(call, ENDLESS),
  wcsnlen: (call) => length(call, call.size(1)),
  wcscpy: copy(lengthOfSource),
  wcscmp: (call) => compare(call, ENDLESS, true),
  wcsncmp: (call) => compare(call, call.size(2), true),
  wcschr: (call) => find(call, ENDLESS, true),
  wmemcpy: copy((call) => call.size(2)),
  wmemset: (call) => {
    for (let i = 0; i < call.size(2); i++) setCharacter(call.runtime, call.pointer(0), i, call.int(1));
    return call.pointer(0);
  },
  wmemcmp: (call) => compare(call, call.size(2), false),
  wmemchr: (call) => find(call, call.size(2), false),
  mbsinit: (call) => (call.pointer(0) === 0 || characterAt(call.runtime, call.pointer(0), 0) === 0 ? 1 : 0),
};
