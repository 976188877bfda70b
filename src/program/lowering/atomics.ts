import type { Expression } from '../../c/ast.ts';
import type { BinaryOperator } from '../../c/types/operators.ts';
import { BOOL, isInteger, isScalar, isVoid, valueType } from '../../c/types/type-basics.ts';
import type { CType, PointerType } from '../../c/types/types.ts';
import type { Expr, Place } from '../cfa/automaton.ts';
import { ATOMIC_BLOCK } from '../cfa/beyond.ts';
import * as make from '../cfa/make.ts';
import { atomicOperands } from './atomic-blocks.ts';
import type { FunctionBuilder } from './builder.ts';

type Builtin = Expression & { kind: 'builtin' };

const OPERATORS: Readonly<Record<string, BinaryOperator | 'nand'>> = {
  add: '+',
  sub: '-',
  and: '&',
  or: '|',
  xor: '^',
  nand: 'nand',
};

/**
 * Builds `__sync_*` and `__atomic_*` as plain reads and writes, which they are in a program of one
 * thread (GCC manual, "Legacy __sync Built-in Functions" and "__atomic Builtins"). In a program with
 * threads they form an atomic block. Null for other names.
 */
export function buildAtomic(b: FunctionBuilder, e: Builtin): Expr | null {
  const value = buildOperation(b, e);
  if (value === null || !b.context.threads) return value;
  const result = value.kind === 'integer' ? value : b.hoist(value, e.at);
  b.emit({ kind: 'intrinsic', name: ATOMIC_BLOCK.end, arguments: [], places: [], result: null }, e.at);
  return result;
}

function buildOperation(b: FunctionBuilder, e: Builtin): Expr | null {
  const fetch = /^__(?:sync|atomic)_fetch_(?:and_)?(add|sub|and|or|xor|nand)$/.exec(e.name);
  if (fetch !== null) return readModifyWrite(b, e, OPERATORS[fetch[1]], 'old');
  const update = /^__(?:sync|atomic)_(add|sub|and|or|xor|nand)_(?:and_)?fetch$/.exec(e.name);
  if (update !== null) return readModifyWrite(b, e, OPERATORS[update[1]], 'new');
  switch (e.name) {
    case '__sync_synchronize':
    case '__atomic_thread_fence':
    case '__atomic_signal_fence':
      atomicOperands(b, e.arguments, e.at);
      return make.ZERO;
    case '__sync_bool_compare_and_swap':
    case '__sync_val_compare_and_swap':
      return compareAndSwap(b, e);
    case '__sync_lock_test_and_set':
    case '__atomic_exchange_n':
      return exchange(b, e);
    case '__atomic_test_and_set':
      return testAndSet(b, e);
    case '__sync_lock_release':
    case '__atomic_clear': {
      const [place] = target(b, atomicOperands(b, e.arguments, e.at), e);
      b.assign(place, make.convert(b.layout, valueType(place.type), make.ZERO), e.at);
      return make.ZERO;
    }
    case '__atomic_load_n': {
      const [place] = target(b, atomicOperands(b, e.arguments, e.at), e);
      return b.hoist(make.load(place), e.at);
    }
    case '__atomic_store_n': {
      const [place, value] = target(b, atomicOperands(b, e.arguments, e.at), e);
      b.assign(place, value!, e.at);
      return make.ZERO;
    }
    case '__atomic_load': {
      const [place, , to] = target(b, atomicOperands(b, e.arguments, e.at), e);
      b.assign(to!, make.load(place), e.at);
      return make.ZERO;
    }
    case '__atomic_store': {
      const [place, , from] = target(b, atomicOperands(b, e.arguments, e.at), e);
      b.assign(place, make.load(from!), e.at);
      return make.ZERO;
    }
    case '__atomic_exchange': {
      const values = atomicOperands(b, e.arguments, e.at);
      const [place, , from] = target(b, values, e);
      const old = b.hoist(make.load(place), e.at);
      b.assign(place, make.load(from!), e.at);
      b.assign(pointee(b, values[2], place.type), old, e.at);
      return make.ZERO;
    }
    case '__atomic_compare_exchange_n':
    case '__atomic_compare_exchange':
      return compareExchange(b, e);
    default:
      return null;
  }
}

/** Returns the object that a pointer argument points to, with the given type. */
function pointee(b: FunctionBuilder, pointer: Expr, type: CType): Place {
  return make.dereference(b.layout, pointer, type);
}

/**
 * Returns the atomic object, the second argument as a value of its type, and as a pointer to such an
 * object.
 */
function target(b: FunctionBuilder, values: readonly Expr[], e: Builtin): [Place, Expr | null, Place | null] {
  const pointer = values[0];
  const declared = (pointer.type as PointerType).target;
  const type = isVoid(declared) ? (isVoid(e.type) ? BOOL : e.type) : declared;
  const place = pointee(b, pointer, valueType(type));
  const second = values[1];
  if (second === undefined) return [place, null, null];
  const value =
    isScalar(place.type) && isScalar(second.type) ? make.convert(b.layout, valueType(place.type), second) : second;
  return [place, value, second.type.kind === 'pointer' ? pointee(b, second, place.type) : null];
}

function readModifyWrite(
  b: FunctionBuilder,
  e: Builtin,
  operator: BinaryOperator | 'nand',
  result: 'old' | 'new',
): Expr {
  const values = atomicOperands(b, e.arguments, e.at);
  const [place, operand] = target(b, values, e);
  const type = valueType(place.type);
  const old = b.hoist(make.load(place), e.at);
  const updated = b.hoist(combine(b, type, operator, old, operand!, values[1]), e.at);
  b.assign(place, updated, e.at);
  return result === 'old' ? old : updated;
}

function combine(
  b: FunctionBuilder,
  type: CType,
  operator: BinaryOperator | 'nand',
  old: Expr,
  value: Expr,
  offset: Expr,
): Expr {
  if (type.kind === 'pointer') {
    // These builtins count in bytes.
    const bytes: PointerType = { kind: 'pointer', target: { kind: 'integer', name: 'char' } };
    const moved = make.pointerAdd(make.convert(b.layout, bytes, old), offset, operator === '-', bytes);
    return make.convert(b.layout, type, moved);
  }
  if (operator === 'nand') return make.complement(b.layout, type, make.binary(b.layout, type, '&', old, value));
  return make.binary(b.layout, type, operator, old, value);
}

/**
 * Builds `__atomic_test_and_set`. GCC reads the old byte as a `_Bool`, so a value other than 0 and 1
 * may give any result.
 */
function testAndSet(b: FunctionBuilder, e: Builtin): Expr {
  const old = exchange(b, e);
  const [other, bool] = [b.newLocation(), b.newLocation()];
  b.branch(make.compare('>', old, make.convert(b.layout, valueType(old.type), make.ONE)), other, bool, e.at);
  b.here = other;
  b.unsupported('__atomic_test_and_set of a byte that is neither 0 nor 1', e.at);
  b.continueAt(bool, e.at);
  return old;
}

function exchange(b: FunctionBuilder, e: Builtin): Expr {
  const [place, value] = target(b, atomicOperands(b, e.arguments, e.at), e);
  const old = b.hoist(make.load(place), e.at);
  b.assign(place, value!, e.at);
  return old;
}

/** Stores `desired` where `equal` holds. */
function storeIf(b: FunctionBuilder, e: Builtin, equal: Expr, then: () => void, otherwise: () => void): void {
  const yes = b.newLocation();
  const no = b.newLocation();
  const join = b.newLocation();
  b.branch(equal, yes, no, e.at);
  b.here = yes;
  then();
  b.jump(join, e.at);
  b.here = no;
  otherwise();
  b.continueAt(join, e.at);
}

function compareAndSwap(b: FunctionBuilder, e: Builtin): Expr {
  const values = atomicOperands(b, e.arguments, e.at);
  const [place, expected] = target(b, values, e);
  const old = b.hoist(make.load(place), e.at);
  const desired = make.convert(b.layout, valueType(place.type), values[2]);
  const equal = make.compare('==', old, expected!);
  const result = b.hoist(
    e.name.includes('bool') && isInteger(e.type) ? make.convert(b.layout, valueType(e.type), equal) : old,
    e.at,
  );
  storeIf(
    b,
    e,
    equal,
    () => b.assign(place, desired, e.at),
    () => {},
  );
  return result;
}

/** Builds compare-exchange of scalars. Other objects are compared byte by byte, which is not modelled. */
function compareExchange(b: FunctionBuilder, e: Builtin): Expr {
  const values = atomicOperands(b, e.arguments, e.at);
  const [place, , expected] = target(b, values, e);
  if (!isScalar(place.type) || expected === null) {
    b.unsupported(`${e.name} on objects that are not scalars`, e.at);
    // A constant would decide branches, so that code behind them might seem unreachable.
    return make.load(b.temporary(valueType(e.type), e.at));
  }
  const old = b.hoist(make.load(place), e.at);
  const type = valueType(place.type);
  const desired = e.name.endsWith('_n')
    ? make.convert(b.layout, type, values[2])
    : make.load(pointee(b, values[2], type));
  const equal = make.compare('==', old, make.load(expected));
  const result = b.hoist(make.convert(b.layout, valueType(e.type), equal), e.at);
  storeIf(
    b,
    e,
    result,
    () => b.assign(place, desired, e.at),
    () => b.assign(expected, old, e.at),
  );
  return result;
}
