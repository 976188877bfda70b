import { toNumber } from '../../base/float-bits.ts';
import { DOUBLE, FLOAT, X87_EXTENDED } from '../../base/softfloat.ts';
import { type Wide, wrapUnsigned } from '../../base/wide.ts';
import { ASSERTION_FAILURES } from '../../program/cfa/assertion-names.ts';
import { contestedConstruct } from '../../program/cfa/checks/contested.ts';
import { writeBits } from '../access.ts';
import { heapRequest } from '../heap.ts';
import { Halt, memoryFault, undefinedBehaviour, unsupported } from '../outcome.ts';
import type { Runtime } from '../runtime.ts';
import type { Value } from '../values.ts';
import { allocate, isToFail } from './allocate.ts';
import { HUGE, type Native, type NativeCall, type Natives } from './native.ts';
import { floatingPrefix, floatingValue, parseInteger, spaceLength } from './number-text.ts';
import { RandomState } from './random-state.ts';
import { writePointer } from './string-functions.ts';
import { byteAt, ERRNO, setErrno, stringText } from './text.ts';

/** stdlib.h, except for functions that call back (callbacks.ts), and assert.h. */

/**
 * `realloc`: returns a block of `size` bytes with the old content. @throws {Halt} undefined behaviour
 * if the address is not one of malloc's
 */
export function reallocate(call: NativeCall, size: number): number {
  const { runtime } = call;
  const old = call.pointer(0);
  if (old === 0) return allocate(call, size, false);
  const had = runtime.heap.sizeOf(old);
  if (had === null)
    return memoryFault(
      'free',
      `${call.name} of an address that malloc did not return`,
      runtime.heap.weaknessOfRelease(old),
    );
  if (size === 0) {
    // Each call takes one input, whatever its size. Candidate counterexamples count inputs in that way.
    isToFail(runtime, call.name);
    if (runtime.checksBlocks) runtime.approximate.add(contestedConstruct(`${call.name} to no bytes`));
    runtime.heap.release(old);
    return 0;
  }
  const address = allocate(call, size, false);
  if (address === 0) return 0;
  runtime.memory.copy(address, old, Math.min(had, size));
  runtime.heap.release(old);
  return address;
}

/**
 * Returns the part of a string that is an integer, with the blanks before it. It reads one character
 * more, or two behind a zero without `x` and a digit: the string need not end behind these.
 */
function integerText(runtime: Runtime, address: Wide, base: number): string {
  const at = (index: number): number => byteAt(runtime, address, index);
  const digitAt = (index: number): number => Number.parseInt(String.fromCharCode(at(index)), 36);
  let end = 0;
  while (spaceLength(String.fromCharCode(at(end))) > 0) end++;
  if (at(end) === 43 || at(end) === 45) end++;
  const isZero = at(end) === 48;
  let radix = base === 0 ? (isZero ? 8 : 10) : base;
  if ((base === 0 || base === 16) && isZero && (at(end + 1) | 32) === 120 && digitAt(end + 2) < 16) {
    end += 2;
    radix = 16;
  }
  while (digitAt(end) < radix) end++;
  return stringText(runtime, address, end);
}

/** Parses an integer. `bits`: width of the result, `signed`: whether it saturates at both ends. */
function parseWith(call: NativeCall, bits: number, signed: boolean, base: number, store: boolean): bigint {
  const { runtime } = call;
  if (base < 0 || base === 1 || base > 36) {
    setErrno(runtime, ERRNO.EINVAL);
    return 0n;
  }
  const text = integerText(runtime, call.pointer(0), base);
  const blank = spaceLength(text);
  const { value, length } = parseInteger(text.slice(blank), base);
  if (store && call.pointer(1) !== 0)
    writePointer(runtime, call.pointer(1), Number(call.pointer(0)) + (length === 0 ? 0 : blank + length));
  const half = 1n << BigInt(bits - 1);
  const [least, greatest] = signed ? [-half, half - 1n] : [-(2n * half - 1n), 2n * half - 1n];
  if (value < least || value > greatest) {
    setErrno(runtime, ERRNO.ERANGE);
    return signed && value < least ? least : greatest;
  }
  return value;
}

function parseFloating(call: NativeCall, format: typeof DOUBLE): ReturnType<typeof floatingValue> {
  const { runtime } = call;
  const text = stringText(runtime, call.pointer(0));
  const blank = spaceLength(text);
  const prefix = floatingPrefix(text.slice(blank));
  if (call.values.length > 1 && call.pointer(1) !== 0) {
    writePointer(runtime, call.pointer(1), Number(call.pointer(0)) + (prefix === '' ? 0 : blank + prefix.length));
  }
  const value = floatingValue(prefix === '' ? '0' : prefix, format);
  if (value.kind === 'infinity' && !/inf/i.test(prefix)) setErrno(runtime, ERRNO.ERANGE);
  return value;
}

function strto(bits: (call: NativeCall) => number, signed: boolean): Native {
  return (call) => (signed ? parseWith(call, bits(call), true, call.int(2), true) : wrapped(call, bits(call)));
}

/** strtoul negates modulo the width. */
function wrapped(call: NativeCall, bits: number): bigint {
  return BigInt.asUintN(bits, parseWith(call, bits, false, call.int(2), true));
}

const long = (call: NativeCall): number => call.runtime.pointerSize * 8;
const sixtyFour = (): number => 64;

/** Whether the number is a power of two. */
function isPower(number: number): boolean {
  return Number.isInteger(Math.log2(number));
}

/** Allocates as `aligned_alloc` does. C libraries differ where the alignment is no power of two. */
function allocateAligned(call: NativeCall): number {
  const alignment = call.size(0);
  if (!isPower(alignment)) call.runtime.approximate.add(`${call.name} with an alignment that may fail`);
  return allocate(call, call.size(1), false, isPower(alignment) ? alignment : undefined);
}

function absolute(call: NativeCall): bigint {
  const value = BigInt(call.wide(0));
  return value < 0n ? -value : value;
}

function random(call: NativeCall): number {
  call.runtime.random ??= new RandomState(1);
  return call.runtime.random.next();
}

function failAssertion(name: string): Native {
  return (call) => {
    const { runtime } = call;
    const [expression, file] = [stringText(runtime, call.pointer(0)), stringText(runtime, call.pointer(1))];
    const fn = call.values.length > 3 && call.pointer(3) !== 0 ? `${stringText(runtime, call.pointer(3))}: ` : '';
    const program = runtime.options.argv?.[0] ?? 'program';
    runtime.options.stderr?.(
      Buffer.from(`${program}: ${file}:${call.int(2)}: ${fn}Assertion \`${expression}' failed.\n`, 'latin1'),
    );
    throw new Halt({ kind: 'aborted', function: name });
  };
}

/** div and its kin, on integers of that width: returns a structure of quotient and remainder. */
function divide(call: NativeCall, width: number): Value {
  const [numerator, denominator] = [0, 1].map((index) => BigInt.asIntN(width, BigInt(call.wide(index))));
  if (denominator === 0n) return undefinedBehaviour(`${call.name} by zero`, 'division-by-zero');
  const parts: Readonly<Record<string, bigint>> = { quot: numerator / denominator, rem: numerator % denominator };
  const { resultType } = call;
  const { layout } = call.runtime;
  if (resultType.kind !== 'struct' || resultType.definition.fields === null)
    return unsupported(`${call.name} of another type`);
  const { definition } = resultType;
  const bytes = new Uint8Array(Number(layout.sizeOf(resultType) ?? 0n));
  const view = new DataView(bytes.buffer);
  const places = layout.record(definition).fields;
  for (const [index, { name }] of resultType.definition.fields.entries()) {
    const value = name === null ? undefined : parts[name];
    const at = Number(places[index].offset);
    if (value === undefined || at + width / 8 > bytes.length) return unsupported(`${call.name} of another type`);
    writeBits(view, at, width / 8, BigInt.asUintN(width, value), call.runtime.memory.isLittle);
  }
  return bytes;
}

function endAtOnce(call: NativeCall): never {
  throw new Halt({ kind: 'exit', status: call.int(0) & 255 });
}

/** Failure functions of other C libraries print nothing, since the order of their arguments differs. */
const failSilently: Native = (call) => {
  throw new Halt({ kind: 'aborted', function: call.name });
};

export const STDLIB_FUNCTIONS = {
  ...Object.fromEntries(ASSERTION_FAILURES.map((name) => [name, failSilently])),
  __assert_perror_fail: failSilently,
  __assert_rtn: failSilently,
  malloc: (call) => allocate(call, call.size(0), false),
  calloc: (call) => {
    return allocate(call, Math.min(HUGE, call.size(0) * call.size(1)), true);
  },
  realloc: (call) => reallocate(call, call.size(1)),
  reallocarray: (call) => reallocate(call, Math.min(HUGE, call.size(1) * call.size(2))),
  reallocf: (call) => {
    const moved = reallocate(call, call.size(1));
    if (moved === 0 && call.size(1) !== 0 && call.pointer(0) !== 0) call.runtime.heap.release(call.pointer(0));
    return moved;
  },
  recallocarray: (call) => {
    const { memory, heap } = call.runtime;
    const [old, had, wanted] = [call.pointer(0), call.size(1) * call.size(3), call.size(2) * call.size(3)];
    const moved = allocate(call, Math.min(HUGE, wanted), true);
    if (old === 0 || moved === 0) return moved;
    memory.copy(moved, old, Math.min(had, wanted));
    heap.release(old);
    return moved;
  },
  freezero: (call) => {
    const { memory, heap } = call.runtime;
    const block = call.pointer(0);
    if (block === 0) return undefined;
    const to = memory.writable(block, call.size(1));
    memory.bytes.fill(0, to, to + call.size(1));
    heap.release(block);
    return undefined;
  },
  free: (call) => {
    call.runtime.heap.release(call.pointer(0));
    return undefined;
  },
  cfree: (call) => {
    call.runtime.heap.release(call.pointer(0));
    return undefined;
  },
  aligned_alloc: allocateAligned,
  memalign: allocateAligned,
  valloc: (call) => allocate(call, call.size(0), false, 4096),
  posix_memalign: (call) => {
    const alignment = call.size(1);
    if (alignment < call.runtime.pointerSize || !isPower(alignment)) return ERRNO.EINVAL;
    const address = allocate(call, call.size(2), false, alignment);
    if (address === 0) return ERRNO.ENOMEM;
    writePointer(call.runtime, call.pointer(0), address);
    return 0;
  },
  malloc_usable_size: (call) => call.runtime.heap.sizeOf(call.pointer(0)) ?? 0,
  div: (call) => divide(call, 32),
  ldiv: (call) => divide(call, long(call)),
  lldiv: (call) => divide(call, 64),
  imaxdiv: (call) => divide(call, 64),
  abs: absolute,
  labs: absolute,
  llabs: absolute,
  imaxabs: absolute,
  atoi: (call) => parseWith(call, long(call), true, 10, false),
  atol: (call) => parseWith(call, long(call), true, 10, false),
  atoll: (call) => parseWith(call, 64, true, 10, false),
  strtol: strto(long, true),
  strtoll: strto(sixtyFour, true),
  strtoimax: strto(sixtyFour, true),
  strtoq: strto(sixtyFour, true),
  strtoul: strto(long, false),
  strtoull: strto(sixtyFour, false),
  strtoumax: strto(sixtyFour, false),
  strtouq: strto(sixtyFour, false),
  strtod: (call) => toNumber(parseFloating(call, DOUBLE)),
  atof: (call) => toNumber(parseFloating(call, DOUBLE)),
  strtof: (call) => toNumber(parseFloating(call, FLOAT)),
  strtold: (call) => parseFloating(call, X87_EXTENDED),
  alloca: (call) => {
    const { runtime } = call;
    const size = Number(call.wide(0));
    const address = runtime.stack.push(size, 16);
    runtime.memory.open(address, size);
    const request = heapRequest(size, '', call.name, runtime.at ?? { file: '', line: 0, column: 0 });
    runtime.unknownContent(request.type, call.name, address, size);
    return address;
  },
  rand: random,
  random,
  srand: (call) => {
    call.runtime.random = new RandomState(call.int(0));
    return undefined;
  },
  srandom: (call) => {
    call.runtime.random = new RandomState(call.int(0));
    return undefined;
  },
  abort: () => {
    throw new Halt({ kind: 'aborted', function: 'abort' });
  },
  __assert_fail: failAssertion('__assert_fail'),
  __assert: failAssertion('__assert'),
  _exit: endAtOnce,
  _Exit: endAtOnce,
  quick_exit: endAtOnce,
  atexit: (call) => {
    call.runtime.exitHandlers.push(call.pointer(0));
    return 0;
  },
  __cxa_atexit: (call) => {
    call.runtime.exitHandlers.push(call.pointer(0));
    return 0;
  },
  toascii: (call) => call.int(0) & 127,
  htonl: networkOrder32,
  ntohl: networkOrder32,
  htons: networkOrder16,
  ntohs: networkOrder16,
} satisfies Natives;

/** The order of bytes on networks is big-endian. */
function networkOrder32(call: NativeCall): number {
  return call.runtime.memory.isLittle ? swap32(call.int(0)) : call.int(0) >>> 0;
}

function networkOrder16(call: NativeCall): number {
  const value = call.int(0);
  return call.runtime.memory.isLittle ? ((value & 255) << 8) | ((value >> 8) & 255) : value & 0xffff;
}

function swap32(value: number): number {
  return Number(
    wrapUnsigned(BigInt(((value >>> 24) | ((value >>> 8) & 0xff00) | ((value << 8) & 0xff0000) | (value << 24)) >>> 0)),
  );
}
