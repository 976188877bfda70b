import { deserialize, serialize } from 'node:v8';
import type { Program } from '../../program/cfa/automaton.ts';

/** A program as bytes in shared memory: any number of threads read it without copying it first. */
export function storeProgram(program: Program): SharedArrayBuffer {
  return sharedCopy(serialize(program));
}

export function sharedCopy(bytes: Uint8Array): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  return shared;
}

export function readProgram(shared: SharedArrayBuffer): Program {
  return deserialize(Buffer.from(shared));
}
