import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import type { Context } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import {
  BOOL,
  isPointer,
  isVoid,
  pointerTo,
  UCHAR,
  UINT,
  UINT128,
  ULLONG,
  USHORT,
  VOID,
  valueType,
} from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import type { CType } from '../types/types.ts';
import { tryConstantInteger } from './constants.ts';
import { assigned, convertNode } from './conversions.ts';
import { intNode, isNullConstant } from './nodes.ts';

/**
 * Types of `__atomic_*` and `__sync_*`, which stay builtins of the tree. `objects` are pointers;
 * values are converted to the object's type.
 */

/**
 * The kind of an argument after the pointer to the atomic object: a value of its type, a pointer to
 * such an object, or anything (memory order).
 */
type Argument = 'value' | 'object' | 'any';

interface Shape {
  readonly result: 'object' | 'bool' | 'void';
  readonly arguments: readonly Argument[];
}

const ATOMIC: Readonly<Record<string, Shape>> = {
  load_n: { result: 'object', arguments: ['any'] },
  load: { result: 'void', arguments: ['object', 'any'] },
  store_n: { result: 'void', arguments: ['value', 'any'] },
  store: { result: 'void', arguments: ['object', 'any'] },
  exchange_n: { result: 'object', arguments: ['value', 'any'] },
  exchange: { result: 'void', arguments: ['object', 'object', 'any'] },
  compare_exchange_n: { result: 'bool', arguments: ['object', 'value', 'any', 'any', 'any'] },
  compare_exchange: { result: 'bool', arguments: ['object', 'object', 'any', 'any', 'any'] },
  clear: { result: 'void', arguments: ['any'] },
  fetch: { result: 'object', arguments: ['value', 'any'] },
};

/**
 * The `__sync_*` functions. Further arguments are variables that a barrier may be limited to; they
 * have no effect.
 */
const SYNC: Readonly<Record<string, Shape>> = {
  bool_compare_and_swap: { result: 'bool', arguments: ['value', 'value'] },
  val_compare_and_swap: { result: 'object', arguments: ['value', 'value'] },
  lock_test_and_set: { result: 'object', arguments: ['value'] },
  lock_release: { result: 'void', arguments: [] },
  fetch: { result: 'object', arguments: ['value'] },
};

/** Checks and builds a call of a builtin `__atomic_*`. */
export function atomicCall(c: Context, name: string, list: readonly Expression[], at: SourceLocation): Expression {
  const { base, size } = partsOf(name);
  const plain = size !== null && Object.hasOwn(ATOMIC, `${base}_n`) ? `${base}_n` : base;
  if (size !== null) return atomicCall(c, `__atomic_${plain}`, sizedArguments(c, size, list, plain), at);
  switch (plain) {
    case 'thread_fence':
    case 'signal_fence':
      return { kind: 'builtin', name, type: VOID, at, arguments: list };
    case 'always_lock_free':
    case 'is_lock_free':
      return { kind: 'integer', type: BOOL, at, value: isLockFree(c, name, list, at) ? 1n : 0n };
    // GCC accesses one byte of the object, whatever its type.
    case 'clear': {
      const [, ...order] = list;
      return shaped(c, name, ATOMIC.clear, [firstByte(c, name, list, at), ...order], at);
    }
    case 'test_and_set': {
      const byte = firstByte(c, name, list, at);
      return convertNode(
        c,
        shaped(c, name, ATOMIC.exchange_n, [byte, intNode(1, at), intNode(5, at)], at),
        BOOL,
        false,
      );
    }
    default: {
      const fetch = /^(fetch_(add|sub|and|or|xor|nand)|(add|sub|and|or|xor|nand)_fetch)$/.test(plain);
      return shaped(c, name, shapeOf(ATOMIC, fetch ? 'fetch' : plain, name, at), list, at);
    }
  }
}

/** Returns the first argument as a pointer to a byte. */
function firstByte(c: Context, name: string, [pointer]: readonly Expression[], at: SourceLocation): Expression {
  if (pointer === undefined) throw failure('C1416', ['few', name], at);
  return convertNode(c, pointer, pointerTo(UCHAR), true);
}

/** Checks and builds a call of a builtin `__sync_*`. */
export function syncCall(c: Context, name: string, list: readonly Expression[], at: SourceLocation): Expression {
  const { base: plain, size } = partsOf(name);
  if (size !== null) return syncCall(c, `__sync_${plain}`, sizedArguments(c, size, list, plain), at);
  if (plain === 'synchronize') return { kind: 'builtin', name, type: VOID, at, arguments: [] };
  const fetch = /^(fetch_and_(add|sub|and|or|xor|nand)|(add|sub|and|or|xor|nand)_and_fetch)$/.test(plain);
  const shape = shapeOf(SYNC, fetch ? 'fetch' : plain, name, at);
  return shaped(c, name, shape, list.slice(0, shape.arguments.length + 1), at);
}

const SIZED_TYPES: ReadonlyMap<string, CType> = new Map([
  ['1', UCHAR],
  ['2', USHORT],
  ['4', UINT],
  ['8', ULLONG],
  ['16', UINT128],
]);

/** Splits `__sync_fetch_and_add_4` into `fetch_and_add` and the type of 4 bytes. */
function partsOf(name: string): { readonly base: string; readonly size: CType | null } {
  const [, base, size] = /^__(?:atomic|sync)_(.*?)(?:_(1|2|4|8|16))?$/.exec(name)!;
  return { base: base, size: size === undefined ? null : SIZED_TYPES.get(size)! };
}

/**
 * Converts the pointers of a form for objects of a fixed size, whatever their targets are. Its values
 * are unsigned.
 */
function sizedArguments(c: Context, type: CType, list: readonly Expression[], name: string): readonly Expression[] {
  const pointers = name === 'compare_exchange_n' ? 2 : 1;
  return list.map((e, i) => (i < pointers ? convertNode(c, e, pointerTo(type), true) : e));
}

/**
 * Answers like GCC for x86 without instructions of 16 bytes: aligned objects of 1, 2, 4, and 8 bytes
 * are lock-free.
 */
function isLockFree(c: Context, name: string, list: readonly Expression[], at: SourceLocation): boolean {
  const [size, pointer] = list;
  if (size === undefined || pointer === undefined) throw failure('C1416', ['few', name], at);
  const bytes = tryConstantInteger(c, size);
  const free = bytes === 1n || bytes === 2n || bytes === 4n || bytes === 8n;
  // The library answers at run time for other sizes, and for objects that may lie anywhere.
  if (bytes === null || !alignedTo(c, pointer, bytes) || (!free && name === '__atomic_is_lock_free'))
    throw failure('C1336', [name], at);
  return free;
}

function alignedTo(c: Context, pointer: Expression, bytes: bigint): boolean {
  if (isNullConstant(pointer)) return true;
  return isPointer(pointer.type) && !isVoid(pointer.type.target) && c.layout.minAlignOf(pointer.type.target) >= bytes;
}

function shapeOf(table: Readonly<Record<string, Shape>>, key: string, name: string, at: SourceLocation): Shape {
  if (!Object.hasOwn(table, key)) throw failure('C1336', [name], at);
  return table[key];
}

function shaped(c: Context, name: string, shape: Shape, list: readonly Expression[], at: SourceLocation): Expression {
  const [pointer, ...rest] = list;
  if (pointer === undefined || rest.length < shape.arguments.length) throw failure('C1416', ['few', name], at);
  if (rest.length > shape.arguments.length) throw failure('C1416', ['many', name], at);
  if (!isPointer(pointer.type) || (isVoid(pointer.type.target) && name !== '__atomic_clear')) {
    throw failure('C1421', [formatType(pointer.type)], at);
  }
  const type = isVoid(pointer.type.target) ? BOOL : valueType(pointer.type.target);
  // The number added to a pointer counts bytes.
  const counts = isPointer(type) && (shape === ATOMIC.fetch || shape === SYNC.fetch);
  const converted = rest.map((argument, index) => {
    const wanted = shape.arguments[index];
    if (wanted === 'any' || (wanted === 'value' && counts)) return argument;
    return assigned(c, argument, wanted === 'value' ? type : pointerTo(type), 'argument');
  });
  const results: Readonly<Record<Shape['result'], CType>> = { object: type, bool: BOOL, void: VOID };
  return { kind: 'builtin', name, type: results[shape.result], at, arguments: [pointer, ...converted] };
}
