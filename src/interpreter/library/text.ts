import type { Wide } from '../../base/wide.ts';
import type { Runtime } from '../runtime.ts';

/** Returns the byte of a string at an index. @throws {Halt} undefined behaviour */
export function byteAt({ memory }: Runtime, text: Wide, index: number): number {
  return memory.bytes[memory.readable(Number(text) + index, 1)];
}

/**
 * Returns the length in bytes of the string at an address, at most `limit`. @throws {Halt} undefined
 * behaviour when it leaves its object
 */
export function stringLength(runtime: Runtime, address: Wide, limit = Number.MAX_SAFE_INTEGER): number {
  if (limit === 0) return 0;
  const { memory } = runtime;
  const start = memory.readable(address, 1);
  const zero = memory.bytes.indexOf(0, start);
  const length = Math.min(zero < 0 ? memory.bytes.length : zero - start, limit);
  memory.readable(start, length < limit ? length + 1 : length);
  return length;
}

/** Returns the bytes of a string, without its end. The view is valid until memory grows. */
export function stringBytes(runtime: Runtime, address: Wide, limit = Number.MAX_SAFE_INTEGER): Uint8Array {
  const length = stringLength(runtime, address, limit);
  return runtime.memory.bytes.subarray(Number(address), Number(address) + length);
}

/** Returns a string as text, one character a byte. */
export function stringText(runtime: Runtime, address: Wide, limit = Number.MAX_SAFE_INTEGER): string {
  return latin1(stringBytes(runtime, address, limit));
}

/** Returns the string at an address; null: none ends there. */
export function textAt({ memory }: Runtime, address: Wide): string | null {
  const zero = memory.bytes.indexOf(0, Number(address));
  const length = zero - Number(address);
  if (zero < 0 || memory.accessibleFrom(address, length + 1) <= length) return null;
  return latin1(memory.bytes.subarray(Number(address), zero));
}

export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

/** Copies bytes to memory. @throws {Halt} undefined behaviour */
export function putBytes(runtime: Runtime, address: Wide, bytes: Uint8Array): void {
  const to = runtime.memory.writable(address, bytes.length);
  runtime.memory.bytes.set(bytes, to);
}

/** Makes a heap block with the bytes and a terminating zero. */
export function newString(runtime: Runtime, bytes: Uint8Array): number {
  const copy = bytes.slice();
  const address = runtime.heap.allocateHidden(copy.length + 1);
  runtime.memory.bytes.set(copy, address);
  return address;
}

/** Returns the library's string with that key, which is made at its first use, and which a program may only read. */
export function lastingText(runtime: Runtime, key: string, text: string): number {
  let address = runtime.libraryState.get(key);
  if (address === undefined) {
    const bytes = bytesOf(text);
    address = newString(runtime, bytes);
    runtime.memory.open(address, bytes.length + 1, true);
    runtime.libraryState.set(key, address);
  }
  return address;
}

/** Notes what the running call of a library function leaves in `errno`. */
export function setErrno(runtime: Runtime, code: number): void {
  runtime.errno.left = code;
}

export const ERRNO = { ENOENT: 2, EBADF: 9, ENOMEM: 12, EINVAL: 22, EDOM: 33, ERANGE: 34, EOVERFLOW: 75 } as const;
