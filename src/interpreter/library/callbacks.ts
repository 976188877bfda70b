import type { Wide } from '../../base/wide.ts';
import { pointerTo, VOID } from '../../c/types/type-basics.ts';
import type { NativeProcess } from '../activation.ts';
import type { Memory } from '../memory.ts';
import { undefinedBehaviour } from '../outcome.ts';
import type { NativeCall, Processes } from './native.ts';
import { exitProgram, runExitHandlers } from './start.ts';

/** Library functions that call functions of the program. */

const POINTERS = [pointerTo(VOID), pointerTo(VOID)];
const THREE_POINTERS = [...POINTERS, pointerTo(VOID)];

/**
 * Sorts a copy of the elements by merging, as glibc does, and writes it back. The order of equal
 * elements is glibc's.
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
  let order = Array.from({ length: count }, (_, index) => copy + index * size);
  for (let width = 1; width < count; width *= 2) {
    const merged: number[] = [];
    for (let start = 0; start < count; start += 2 * width) {
      const middle = Math.min(start + width, count);
      const end = Math.min(start + 2 * width, count);
      let [left, right] = [start, middle];
      while (left < middle && right < end) {
        const values = extra === null ? [order[left], order[right]] : [order[left], order[right], extra];
        const result = yield { address: compare, arguments: values, types: extra === null ? POINTERS : THREE_POINTERS };
        for (const element of [order[left], order[right]]) keepsBytes(memory, base + (element - copy), element, size);
        merged.push(orderOf(result) <= 0 ? order[left++] : order[right++]);
      }
      while (left < middle) merged.push(order[left++]);
      while (right < end) merged.push(order[right++]);
    }
    order = merged;
  }
  keepsBytes(memory, base, copy, count * size);
  for (let index = 0; index < count; index++)
    memory.bytes.copyWithin(base + index * size, order[index], order[index] + size);
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
