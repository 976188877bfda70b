import { VOID } from '../../c/types/type-basics.ts';
import { NativeCall, type Natives } from './native.ts';
import { readCharacter, standardStream, streamAt } from './stdio.ts';
import { reallocate } from './stdlib.ts';
import { readPointer, writePointer } from './string-functions.ts';
import { ERRNO, lastingText, putBytes, setErrno, stringText } from './text.ts';

/** Input of lines and bytes by functions of POSIX, and the environment. */

/** Bytes that `getline` first allocates for a line. It doubles them when they do not suffice. */
const FIRST_ROOM = 120;

function readLine(call: NativeCall, end: number, stream: number): number {
  const { runtime } = call;
  const [line, size] = [call.pointer(0), call.pointer(1)];
  if (line === 0 || size === 0) {
    setErrno(runtime, ERRNO.EINVAL);
    return -1;
  }
  const from = streamAt(runtime, call.pointer(stream));
  let address = readPointer(runtime, line);
  let room = readPointer(runtime, size);
  const grow = (bytes: number): boolean => {
    const types = [call.types[0], call.types[1]];
    const larger = reallocate(new NativeCall(runtime, 'realloc', [address, bytes], types, VOID), bytes);
    if (larger === 0) return false;
    [address, room] = [larger, bytes];
    writePointer(runtime, line, address);
    writePointer(runtime, size, room);
    return true;
  };
  if ((address === 0 || room === 0) && !grow(FIRST_ROOM)) return -1;
  let used = 0;
  for (let byte = readCharacter(call, from); byte >= 0; byte = readCharacter(call, from)) {
    if (used + 2 > room && !grow(2 * room)) return -1;
    putBytes(runtime, address + used, Uint8Array.of(byte));
    used++;
    if (byte === end) break;
  }
  if (used === 0) return -1;
  putBytes(runtime, address + used, Uint8Array.of(0));
  return used;
}

/** `read`: returns all available bytes of the standard input, up to the requested number. */
function readDescriptor(call: NativeCall): number {
  const { runtime } = call;
  if (call.int(0) !== 0) runtime.approximate.add('read of a file from outside');
  const stream = standardStream(runtime, 'stdin');
  const bytes: number[] = [];
  while (call.int(0) === 0 && bytes.length < call.size(2)) {
    const byte = runtime.files.read(stream);
    if (byte < 0) break;
    bytes.push(byte);
  }
  putBytes(runtime, call.pointer(1), Uint8Array.from(bytes));
  return bytes.length;
}

/** `gets`: reads a line without its end. */
function getText(call: NativeCall): number {
  const { runtime } = call;
  const stream = standardStream(runtime, 'stdin');
  const bytes: number[] = [];
  for (;;) {
    const byte = readCharacter(call, stream);
    if (byte < 0 && bytes.length === 0) return 0;
    if (byte < 0 || byte === 10) break;
    bytes.push(byte);
  }
  putBytes(runtime, call.pointer(0), Uint8Array.from([...bytes, 0]));
  return Number(call.pointer(0));
}

function variableOfEnvironment(call: NativeCall): number {
  const { runtime } = call;
  const name = stringText(runtime, call.pointer(0));
  const given = runtime.options.environment;
  if (given === undefined) {
    runtime.approximate.add(`${call.name} without a model`);
    return 0;
  }
  const text = given.get(name);
  return text === undefined ? 0 : lastingText(runtime, `environment ${name}`, text);
}

export const LINE_FUNCTIONS = {
  getline: (call) => readLine(call, 10, 2),
  getdelim: (call) => readLine(call, call.int(2), 3),
  gets: getText,
  read: readDescriptor,
  getenv: variableOfEnvironment,
  secure_getenv: variableOfEnvironment,
} satisfies Natives;
