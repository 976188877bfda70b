import { heapRequest } from '../heap.ts';
import { Halt } from '../outcome.ts';
import type { Runtime } from '../runtime.ts';
import type { NativeCall } from './native.ts';
import { ERRNO, setErrno } from './text.ts';

/**
 * Largest request in bytes that does not return null. Up to {@link ADDRESSES} some machine may have
 * more memory; no address space is larger.
 */
const LARGEST = 2 ** 40;
const ADDRESSES = 2 ** 47;

/** Whether the input lets this call fail, in programs whose allocations may fail. */
export function isToFail(runtime: Runtime, name: string): boolean {
  return (
    runtime.program.allocationMayFail &&
    runtime.scalarInput('allocation', { kind: 'integer', name: 'bool' }, name, 1) === 1n
  );
}

/**
 * Returns a heap block of zero bytes for a library function. Null, with `errno` set, beyond
 * {@link LARGEST} and where the input says so.
 */
export function takeMemory(runtime: Runtime, name: string, size: number, alignment = 16): number {
  const tooLarge = size > (runtime.pointerSize === 4 ? 0x7fffffff : LARGEST);
  const impossible = runtime.pointerSize === 4 ? tooLarge : size > ADDRESSES;
  const fails = isToFail(runtime, name) || (runtime.program.allocationMayFail && impossible);
  // A program that is watched gets all memory that it asks for, so that the run cannot be made.
  if (tooLarge && !fails && runtime.program.watched.includes('deref'))
    throw new Halt({ kind: 'limit', which: 'memory' });
  if (fails || tooLarge) {
    if (tooLarge && runtime.pointerSize > 4 && size <= ADDRESSES)
      runtime.approximate.add(`${name} of more than 2^40 bytes`);
    setErrno(runtime, ERRNO.ENOMEM);
    return 0;
  }
  const address = runtime.heap.allocate(size, alignment);
  runtime.lifetimes?.allocated(address);
  return address;
}

/** Allocates like `takeMemory`, with any content unless it is to be `zero`. */
export function allocate(call: NativeCall, size: number, zero: boolean, alignment = 16): number {
  const { runtime } = call;
  const address = takeMemory(runtime, call.name, size, alignment);
  if (address !== 0 && !zero && size > 0) {
    const request = heapRequest(size, '', call.name, runtime.at ?? { file: '', line: 0, column: 0 });
    runtime.unknownContent(request.type, call.name, address, size);
  }
  return address;
}
