import type { Wide } from '../../base/wide.ts';
import { BOOL, INT } from '../../c/types/type-basics.ts';
import { OF_FILE } from '../../program/cfa/inputs.ts';
import { undefinedBehaviour } from '../outcome.ts';
import type { Runtime } from '../runtime.ts';
import { takeMemory } from './allocate.ts';
import { callReader, listReader } from './argument-readers.ts';
import type { Stream } from './files.ts';
import { type ArgumentReader, formatText } from './format.ts';
import { forEach, type Native, type NativeCall, type Natives } from './native.ts';
import { writePointer } from './string-functions.ts';
import { bytesOf, ERRNO, putBytes, setErrno, stringBytes, stringText } from './text.ts';

/** Output, input and files of stdio.h; scanf is in scan.ts. */

/** Returns the open stream of a FILE pointer. @throws {Halt} undefined behaviour if there is none */
export function streamAt(runtime: Runtime, address: Wide): Stream {
  return runtime.files.streams.get(address) ?? undefinedBehaviour('use of a FILE pointer that is not open');
}

/** Returns a standard stream. It is made at its first use if the program does not declare it. */
export function standardStream(runtime: Runtime, kind: 'stdin' | 'stdout'): Stream {
  for (const stream of runtime.files.streams.values()) if (stream.kind === kind) return stream;
  const address = runtime.memory.reserve(8, 8);
  runtime.files.standard(address, kind);
  return streamAt(runtime, address);
}

function write(runtime: Runtime, stream: Stream, text: string): number {
  return runtime.files.write(stream, bytesOf(text)) ? text.length : -1;
}

function print(call: NativeCall, stream: Stream, format: number, reader: ArgumentReader): number {
  return write(call.runtime, stream, formatText(call.runtime, stringText(call.runtime, call.pointer(format)), reader));
}

/** `snprintf`: writes at most `size` bytes, including the end. The result is the whole length. */
function printToMemory(call: NativeCall, size: number, text: string): number {
  if (size > 0) {
    const bytes = bytesOf(`${size > text.length ? text : text.slice(0, size - 1)}\0`);
    putBytes(call.runtime, call.pointer(0), bytes);
  }
  return text.length;
}

function textOf(call: NativeCall, format: number, reader: ArgumentReader): string {
  return formatText(call.runtime, stringText(call.runtime, call.pointer(format)), reader);
}

function allocateText(call: NativeCall, text: string): number {
  const address = takeMemory(call.runtime, call.name, text.length + 1);
  if (address === 0) return -1;
  call.runtime.memory.bytes.set(bytesOf(text), address);
  writePointer(call.runtime, call.pointer(0), address);
  return text.length;
}

function putCharacter(call: NativeCall, stream: Stream): number {
  const byte = call.int(0) & 255;
  return call.runtime.files.write(stream, Uint8Array.of(byte)) ? byte : -1;
}

/** Range of a character that is read, with -1 for the end of the stream. */
const CHARACTER = { least: -1n, most: 255n, signed: true };

/**
 * Returns the next character of a stream, or -1. Characters of the standard input that was not given,
 * and of files that the run did not write, are inputs of the run. After the end there are no further
 * characters.
 */
export function readCharacter(call: NativeCall, stream: Stream): number {
  const { runtime } = call;
  const { files } = runtime;
  const isOpen = runtime.options.stdin === undefined && stream.pushedBack.length === 0 && !stream.atEnd;
  if (isOpen && stream.kind === 'stdin') {
    const byte = Number(runtime.input('unknown-function', INT, call.name, CHARACTER));
    if (byte < 0) stream.atEnd = true;
    return byte;
  }
  const file = isOpen ? files.unknownNext(stream) : null;
  if (file !== null)
    files.learn(stream, Number(runtime.input('unknown-function', INT, `${OF_FILE}${file}`, CHARACTER)));
  return files.read(stream);
}

function getStandardCharacter(call: NativeCall): number {
  return readCharacter(call, standardStream(call.runtime, 'stdin'));
}

function getCharacter(call: NativeCall): number {
  return readCharacter(call, streamAt(call.runtime, call.pointer(0)));
}

function getLine(call: NativeCall): number {
  const { runtime } = call;
  const stream = streamAt(runtime, call.pointer(2));
  const limit = call.int(1);
  if (limit < 1) return 0;
  const bytes: number[] = [];
  while (bytes.length < limit - 1) {
    const byte = runtime.files.read(stream);
    if (byte < 0) break;
    bytes.push(byte);
    if (byte === 10) break;
  }
  if (bytes.length === 0 && limit > 1) return 0;
  putBytes(runtime, call.pointer(0), Uint8Array.from([...bytes, 0]));
  return Number(call.pointer(0));
}

/** Opens a file, if the input of the call lets it. */
function openFile(call: NativeCall): number {
  const { runtime } = call;
  const [name, mode] = [stringText(runtime, call.pointer(0)), stringText(runtime, call.pointer(1))];
  const stream = fails(call) ? null : runtime.files.open(name, mode);
  if (stream !== null) return runtime.files.register(stream);
  setErrno(runtime, ERRNO.ENOENT);
  return 0;
}

function openUnnamed(call: NativeCall): number {
  const { runtime } = call;
  const stream = fails(call) ? null : runtime.files.unnamed(stringText(runtime, call.pointer(1)));
  return stream === null ? 0 : runtime.files.register(stream);
}

function close(call: NativeCall): number {
  streamAt(call.runtime, call.pointer(0));
  call.runtime.files.streams.delete(call.pointer(0));
  return 0;
}

function fails({ runtime, name }: NativeCall): boolean {
  return runtime.scalarInput('allocation', BOOL, name, 1) === 1n;
}

function seek(call: NativeCall): number {
  const { runtime } = call;
  const stream = streamAt(runtime, call.pointer(0));
  const whence = call.int(2);
  const base = whence === 0 ? 0 : whence === 1 ? stream.position : runtime.files.sizeOf(stream);
  const position = base + Number(call.wide(1));
  if (position < 0 || whence < 0 || whence > 2) return -1;
  stream.position = position;
  stream.atEnd = false;
  stream.pushedBack.length = 0;
  return 0;
}

function readBlock(call: NativeCall): number {
  const { runtime } = call;
  const [size, count] = [call.size(1), call.size(2)];
  if (size * count === 0) return 0;
  const stream = streamAt(runtime, call.pointer(3));
  const bytes: number[] = [];
  while (bytes.length < size * count) {
    const byte = runtime.files.read(stream);
    if (byte < 0) break;
    bytes.push(byte);
  }
  putBytes(runtime, call.pointer(0), Uint8Array.from(bytes));
  return Math.floor(bytes.length / size);
}

function writeBlock(call: NativeCall): number {
  const { runtime } = call;
  const [size, count] = [call.size(1), call.size(2)];
  if (size * count === 0) return 0;
  const from = runtime.memory.readable(call.pointer(0), size * count);
  const data = runtime.memory.bytes.subarray(from, from + size * count);
  return runtime.files.write(streamAt(runtime, call.pointer(3)), data) ? count : 0;
}

function writeText(call: NativeCall): number {
  const { runtime } = call;
  return runtime.files.write(streamAt(runtime, call.pointer(1)), stringBytes(runtime, call.pointer(0))) ? 1 : -1;
}

const isAtEnd: Native = (call) => (streamAt(call.runtime, call.pointer(0)).atEnd ? 1 : 0);
const hasFailed: Native = (call) => (streamAt(call.runtime, call.pointer(0)).failed ? 1 : 0);
const nothing: Native = () => 0;

export const STDIO_FUNCTIONS = {
  printf: (call) => print(call, standardStream(call.runtime, 'stdout'), 0, callReader(call, 1)),
  vprintf: (call) => print(call, standardStream(call.runtime, 'stdout'), 0, listReader(call.runtime, call.pointer(1))),
  fprintf: (call) => print(call, streamAt(call.runtime, call.pointer(0)), 1, callReader(call, 2)),
  vfprintf: (call) =>
    print(call, streamAt(call.runtime, call.pointer(0)), 1, listReader(call.runtime, call.pointer(2))),
  dprintf: (call) => {
    const text = textOf(call, 1, callReader(call, 2));
    if (call.int(0) === 2) call.runtime.options.stderr?.(bytesOf(text));
    else write(call.runtime, standardStream(call.runtime, 'stdout'), text);
    return text.length;
  },
  sprintf: (call) => printToMemory(call, Number.POSITIVE_INFINITY, textOf(call, 1, callReader(call, 2))),
  vsprintf: (call) =>
    printToMemory(call, Number.POSITIVE_INFINITY, textOf(call, 1, listReader(call.runtime, call.pointer(2)))),
  snprintf: (call) => printToMemory(call, call.size(1), textOf(call, 2, callReader(call, 3))),
  vsnprintf: (call) => printToMemory(call, call.size(1), textOf(call, 2, listReader(call.runtime, call.pointer(3)))),
  asprintf: (call) => allocateText(call, textOf(call, 1, callReader(call, 2))),
  vasprintf: (call) => allocateText(call, textOf(call, 1, listReader(call.runtime, call.pointer(2)))),
  putchar: (call) => putCharacter(call, standardStream(call.runtime, 'stdout')),
  putchar_unlocked: (call) => putCharacter(call, standardStream(call.runtime, 'stdout')),
  ...forEach(
    ['putc', 'putc_unlocked', 'fputc', 'fputc_unlocked'],
    (): Native => (call) => putCharacter(call, streamAt(call.runtime, call.pointer(1))),
  ),
  puts: (call) =>
    write(call.runtime, standardStream(call.runtime, 'stdout'), `${stringText(call.runtime, call.pointer(0))}\n`),
  fputs: writeText,
  fputs_unlocked: writeText,
  fwrite: writeBlock,
  fwrite_unlocked: writeBlock,
  fread: readBlock,
  fread_unlocked: readBlock,
  getchar: getStandardCharacter,
  getchar_unlocked: getStandardCharacter,
  getc: getCharacter,
  fgetc: getCharacter,
  _IO_getc: getCharacter,
  getc_unlocked: getCharacter,
  fgetc_unlocked: getCharacter,
  fgets: getLine,
  fgets_unlocked: getLine,
  ungetc: (call) => {
    const stream = streamAt(call.runtime, call.pointer(1));
    if (call.int(0) === -1) return -1;
    stream.pushedBack.push(call.int(0) & 255);
    stream.atEnd = false;
    return call.int(0) & 255;
  },
  // These are results of models of functions that read the standard input.
  'unread character': (call) => {
    standardStream(call.runtime, 'stdin').pushedBack.push(call.int(0) & 255);
    return undefined;
  },
  fopen: openFile,
  fopen64: openFile,
  tmpfile: (call) => (fails(call) ? 0 : call.runtime.files.register(call.runtime.files.unnamed('w+')!)),
  // The content behind a descriptor and the output of a command are not the run's own.
  fdopen: (call) => openUnnamed(call),
  popen: (call) => openUnnamed(call),
  fclose: close,
  pclose: close,
  fflush: nothing,
  fflush_unlocked: nothing,
  setbuf: () => undefined,
  setvbuf: nothing,
  setlinebuf: () => undefined,
  feof: isAtEnd,
  feof_unlocked: isAtEnd,
  ferror: hasFailed,
  ferror_unlocked: hasFailed,
  clearerr: (call) => {
    const stream = streamAt(call.runtime, call.pointer(0));
    stream.atEnd = false;
    stream.failed = false;
    return undefined;
  },
  fileno: (call) => ['stdin', 'stdout', 'stderr', 'file'].indexOf(streamAt(call.runtime, call.pointer(0)).kind),
  fseek: seek,
  fseeko: seek,
  ftell: (call) => streamAt(call.runtime, call.pointer(0)).position,
  ftello: (call) => streamAt(call.runtime, call.pointer(0)).position,
  rewind: (call) => {
    const stream = streamAt(call.runtime, call.pointer(0));
    stream.position = 0;
    stream.atEnd = false;
    stream.failed = false;
    return undefined;
  },
  remove: (call) => (call.runtime.files.remove(stringText(call.runtime, call.pointer(0))) ? 0 : -1),
  unlink: (call) => (call.runtime.files.remove(stringText(call.runtime, call.pointer(0))) ? 0 : -1),
  rename: (call) =>
    call.runtime.files.rename(stringText(call.runtime, call.pointer(0)), stringText(call.runtime, call.pointer(1)))
      ? 0
      : -1,
} satisfies Natives;
