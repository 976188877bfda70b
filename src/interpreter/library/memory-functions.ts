import { checkOf } from '../../program/cfa/checks/kinds.ts';
import type { NativeCall, Natives } from './native.ts';
import { stringLength } from './text.ts';

/** `mem*` of string.h. Sizes beyond the objects end in undefined behaviour. */

/**
 * Copies `size` bytes; overlap is undefined for `memcpy`, allowed for `memmove` (GCC's memcpy of equal
 * addresses is harmless).
 */
function copy(call: NativeCall, overlap: boolean): number {
  const { memory } = call.runtime;
  const size = call.size(2);
  if (size === 0) return Number(call.pointer(0));
  const [to, from] = [Number(call.pointer(0)), Number(call.pointer(1))];
  memory.copy(call.pointer(0), call.pointer(1), size);
  if (!overlap && from !== to && from < to + size && to < from + size && !judgesOverlap(call)) {
    call.runtime.approximate.add(`${call.name} of overlapping objects`);
  }
  return to;
}

/** Whether a check behind the call ends the run, which stands behind direct calls alone. */
function judgesOverlap({ runtime }: NativeCall): boolean {
  const { edge, program } = runtime;
  if (edge?.op.kind !== 'call' || edge.op.callee.kind !== 'direct') return false;
  return program.functions.some((fn) => fn !== null && checkOf(fn.name) === 'overlap');
}

function compare(call: NativeCall): number {
  const { memory } = call.runtime;
  const size = call.size(2);
  const [a, b] = [memory.readable(call.pointer(0), size), memory.readable(call.pointer(1), size)];
  for (let index = 0; index < size; index++) {
    const difference = memory.bytes[a + index] - memory.bytes[b + index];
    if (difference !== 0) return difference;
  }
  return 0;
}

function fill(call: NativeCall): number {
  const { memory } = call.runtime;
  const size = call.size(2);
  const to = size === 0 ? Number(call.pointer(0)) : memory.writable(call.pointer(0), size);
  if (size > 0) memory.bytes.fill(call.int(1), to, to + size);
  return to;
}

/** Searches forwards. It reads no further than the match, which callers of glibc may rely on. */
function find(call: NativeCall): number {
  const { memory } = call.runtime;
  const start = Number(call.pointer(0));
  const size = call.size(2);
  if (size === 0) return 0;
  memory.readable(call.pointer(0), 1);
  const index = memory.bytes.indexOf(call.int(1) & 255, start);
  const found = index >= 0 && index < start + size;
  memory.readable(start, found ? index - start + 1 : size);
  return found ? index : 0;
}

function findLast(call: NativeCall): number {
  const { memory } = call.runtime;
  const size = call.size(2);
  if (size === 0) return 0;
  const start = memory.readable(call.pointer(0), size);
  const index = memory.bytes.lastIndexOf(call.int(1) & 255, start + size - 1);
  return index >= start ? index : 0;
}

function findBlock(call: NativeCall): number {
  const { memory } = call.runtime;
  const [size, length] = [call.size(1), call.size(3)];
  if (length === 0) return Number(call.pointer(0));
  if (length > size) return 0;
  const start = memory.readable(call.pointer(0), size);
  const needle = memory.readable(call.pointer(2), length);
  const found = Buffer.from(memory.bytes.buffer, start, size).indexOf(memory.bytes.subarray(needle, needle + length));
  return found < 0 ? 0 : start + found;
}

function copyUntil(call: NativeCall): number {
  const { memory } = call.runtime;
  const [size, stop] = [call.size(3), call.int(2) & 255];
  const [to, from] = [Number(call.pointer(0)), Number(call.pointer(1))];
  for (let index = 0; index < size; index++) {
    const byte = memory.bytes[memory.readable(from + index, 1)];
    memory.bytes[memory.writable(to + index, 1)] = byte;
    if (byte === stop) return to + index + 1;
  }
  return 0;
}

function endOfCopy(call: NativeCall): number {
  return copy(call, false) + call.size(2);
}

export const MEMORY_FUNCTIONS = {
  memcpy: (call) => copy(call, false),
  memmove: (call) => copy(call, true),
  mempcpy: endOfCopy,
  __mempcpy: endOfCopy,
  memccpy: copyUntil,
  memset: fill,
  memset_explicit: fill,
  explicit_memset: fill,
  explicit_bzero: (call) => {
    const { memory } = call.runtime;
    const to = memory.writable(call.pointer(0), call.size(1));
    memory.bytes.fill(0, to, to + call.size(1));
    return undefined;
  },
  memcmp: compare,
  bcmp: compare,
  timingsafe_bcmp: (call) => (compare(call) === 0 ? 0 : 1),
  timingsafe_memcmp: (call) => Math.sign(compare(call)),
  memchr: find,
  rawmemchr: (call) => {
    const { memory } = call.runtime;
    const start = memory.readable(call.pointer(0), 1);
    const index = memory.bytes.indexOf(call.int(1) & 255, start);
    memory.readable(start, (index < 0 ? memory.bytes.length : index) - start + 1);
    return index;
  },
  memrchr: findLast,
  memmem: findBlock,
  bzero: (call) => {
    const { memory } = call.runtime;
    const size = call.size(1);
    const to = size === 0 ? 0 : memory.writable(call.pointer(0), size);
    memory.bytes.fill(0, to, to + size);
    return undefined;
  },
  bcopy: (call) => {
    const { memory } = call.runtime;
    const size = call.size(2);
    if (size === 0) return undefined;
    memory.copy(call.pointer(1), call.pointer(0), size);
    return undefined;
  },
  strlen: (call) => stringLength(call.runtime, call.pointer(0)),
  strnlen: (call) => stringLength(call.runtime, call.pointer(0), call.size(1)),
} satisfies Natives;
