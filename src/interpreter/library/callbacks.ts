import type { Wide } from '../../base/wide.ts';
import { pointerTo, VOID } from '../../c/types/type-basics.ts';
import type { Callback, NativeProcess } from '../activation.ts';
import type { Memory } from '../memory.ts';
import { undefinedBehaviour } from '../outcome.ts';
import type { Value } from '../values.ts';
import type { NativeCall, Processes } from './native.ts';
import { exitProgram, runExitHandlers } from './start.ts';

/** Library functions that call functions of the program. */

/** The process of a part of a sort: calls of the comparison, and at the end the elements' addresses in order. */
type Sorting = Generator<Callback, number[], Value | undefined>;

const POINTERS = [pointerTo(VOID), pointerTo(VOID)];
const THREE_POINTERS = [...POINTERS, pointerTo(VOID)];

/**
 * Sorts a copy of the elements by merging halves, and writes it back. The calls of the comparison are glibc's,
 * in their order. The result thus is glibc's even where a comparison contradicts itself.
 */
function* sort(call: NativeCall, extra: Wide | null): NativeProcess {
  const { memory, heap } = call.runtime;
  const [count, size] = [call.size(1), call.size(2)];
  const compare = call.pointer(3);
  if (count < 2 || size === 0) return undefined;
  memory.readable(call.pointer(0), count * size);
  const base = memory.writable(call.pointer(0), count * size);
  // The comparison gets copies, each at its own address.
  const copy = heap.allocateHidden(count * size);
  memory.bytes.copyWithin(copy, base, base + count * size);
  const types = extra === null ? POINTERS : THREE_POINTERS;
  function* sorted(start: number, end: number): Sorting {
    if (end - start < 2) return start < end ? [copy + start * size] : [];
    const middle = start + Math.floor((end - start) / 2);
    const [left, right] = [yield* sorted(start, middle), yield* sorted(middle, end)];
    const merged: number[] = [];
    let [l, r] = [0, 0];
    while (l < left.length && r < right.length) {
      const pair = [left[l], right[r]];
      const result = yield { address: compare, arguments: extra === null ? pair : [...pair, extra], types };
      for (const element of pair) keepsBytes(memory, base + (element - copy), element, size);
      merged.push(orderOf(result) <= 0 ? left[l++] : right[r++]);
    }
    while (l < left.length) merged.push(left[l++]);
    while (r < right.length) merged.push(right[r++]);
    return merged;
  }
  const order = yield* sorted(0, count);
  keepsBytes(memory, base, copy, count * size);
  for (const [index, element] of order.entries()) memory.bytes.copyWithin(base + index * size, element, element + size);
  heap.release(copy);
  return undefined;
}

/** Ends the run where a comparison has changed what it compares (C11 7.22.5p2). @throws {Halt} */
function keepsBytes({ bytes }: Memory, array: number, copy: number, size: number): void {
  if (Buffer.compare(bytes.subarray(array, array + size), bytes.subarray(copy, copy + size)) !== 0)
    undefinedBehaviour('a comparison that changes elements');
}

function orderOf(result: unknown): number {
  return typeof result === 'number' ? result : undefinedBehaviour('a comparison without a result');
}

function* search(call: NativeCall): NativeProcess {
  const [count, size] = [call.size(2), call.size(3)];
  const base = Number(call.pointer(1));
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const address = base + middle * size;
    const result = orderOf(yield { address: call.pointer(4), arguments: [call.pointer(0), address], types: POINTERS });
    if (result === 0) return address;
    if (result < 0) high = middle;
    else low = middle + 1;
  }
  return 0;
}

export const CALLBACK_FUNCTIONS = {
  qsort: (call) => sort(call, null),
  qsort_r: (call) => sort(call, call.pointer(4)),
  bsearch: search,
  exit: (call) => exitProgram(call.runtime, call.int(0)),
  __cxa_finalize: (call) => runExitHandlers(call.runtime),
} satisfies Processes;
