import type { Expression } from '../../c/ast.ts';
import type { ComparisonOperator } from '../../c/types/operators.ts';
import { INT, INT128, isInteger, isVoid, pointerTo, UINT128, VOID, valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { Expr, Place } from '../cfa/automaton.ts';
import { checkOf } from '../cfa/checks/kinds.ts';
import { MISFIT } from '../cfa/checks/surplus.ts';
import * as make from '../cfa/make.ts';
import { buildAtomic } from './atomics.ts';
import { buildBits } from './bits.ts';
import type { FunctionBuilder } from './builder.ts';
import { checkedNonzero } from './call-checks.ts';
import { contestConversions, require } from './checks.ts';
import { clearPadding } from './clear-padding.ts';
import { operands } from './keep.ts';
import { inOpenOrder } from './order/emit.ts';
import { POINTER_TERMS, PointerTerms } from './pointer-terms.ts';
import { buildQuantifier, QUANTIFIERS } from './quantifiers.ts';

type Builtin = Expression & { kind: 'builtin' };

/**
 * Builds builtins. These are lowered to other operations: `expect`, `clear_padding`, `complex`, the
 * `add/sub/mul_overflow` family, most of the classification of floating values, `__sync_*` and
 * `__atomic_*`. All others become `intrinsic` edges whose name lacks `__builtin_`:
 *
 * - `va_start`, `va_end`: the place is the list, the arguments are the further ones; no result.
 * - `va_copy`: the places are target and source list; no result.
 * - `va_arg`: the place is the list, the result is the next argument.
 * - `unreachable`, `trap`: control does not continue.
 * - `padding` (by initialisers): the result is the object. Bits beside its bit-fields may be any.
 * - any other (`alloca`, `frame_address`, `object_size` ...): arguments as written, the result is the
 *   value.
 *
 * The place of a list has type `va_list`. If the list is a parameter, the place has the type to which
 * `va_list` decays.
 */
export function buildBuiltin(b: FunctionBuilder, e: Builtin): Expr {
  return inOpenOrder(b, e, () => builtinValue(b, e));
}

/** An assertion or assumption with quantifiers within an expression. */
function stated(b: FunctionBuilder, { name, arguments: list, at }: Builtin): Expr {
  const [condition] = operands(b, list);
  if (name === '$assert') require(b, { kind: 'assertion', violated: make.not(condition) }, at);
  else {
    const assume = b.context.libraryFunction('__VERIFIER_assume', [INT], VOID, 'verifier');
    b.emit({ kind: 'call', callee: { kind: 'direct', function: assume }, arguments: [condition], result: null }, at);
  }
  return make.ZERO;
}

function builtinValue(b: FunctionBuilder, e: Builtin): Expr {
  const kind = checkOf(e.name);
  if (kind !== null) {
    require(b, { kind, violated: make.not(operands(b, e.arguments)[0]) }, e.at);
    return make.ZERO;
  }
  if (e.name === '$assert' || e.name === '$assume') return stated(b, e);
  if (QUANTIFIERS.includes(e.name)) return buildQuantifier(b, e);
  if (POINTER_TERMS.includes(e.name)) return b.value(new PointerTerms(b.layout).valued(e));
  const name = e.name.replace(/^__builtin_/, '');
  const overflow = /^[su]?(add|sub|mul)l{0,2}_overflow(_p)?$/.exec(name);
  if (overflow !== null) return overflowCheck(b, e, overflow[1] as 'add' | 'sub' | 'mul', overflow[2] !== undefined);
  const lowered = buildAtomic(b, e) ?? buildFloatClass(b, e, name) ?? buildBits(b, e);
  if (lowered !== null) return lowered;
  switch (name) {
    case 'clear_padding': {
      const [pointer] = operands(b, e.arguments) as [Expr];
      clearPadding(b, e, pointer);
      return make.ZERO;
    }
    case 'expect': {
      const [value] = operands(b, e.arguments);
      return make.convert(b.layout, valueType(e.type), value);
    }
    case 'complex': {
      const [real, imaginary] = operands(b, e.arguments) as [Expr, Expr];
      return { kind: 'complex', type: valueType(e.type), real, imaginary };
    }
    case 'va_start':
    case 'va_end': {
      const list = listPlace(b, e.arguments[0]);
      return intrinsic(b, e, name, operands(b, e.arguments.slice(1)), [list]);
    }
    case 'va_copy':
      return intrinsic(b, e, name, [], [listPlace(b, e.arguments[0]), listPlace(b, e.arguments[1])]);
    case 'unreachable':
      if (b.watch.ends('unreachable')) require(b, { kind: 'unreachable', violated: make.ONE }, e.at);
      return intrinsic(b, e, name, [], []);
    case 'convertvector':
      contestConversions(b, e.type, e.arguments[0].type, e.at);
      return intrinsic(b, e, name, operands(b, e.arguments), []);
    default:
      return intrinsic(b, e, name, checkedOperands(b, e, name), []);
  }
}

/** The operands behind their checks: the position of the first bit that is set is undefined for 0. */
function checkedOperands(b: FunctionBuilder, e: Builtin, name: string): readonly Expr[] {
  const [first, ...others] = operands(b, e.arguments);
  if (first === undefined || !/^c[lt]z(l|ll|imax)?$/.test(name)) return first === undefined ? [] : [first, ...others];
  return [checkedNonzero(b, e.name, first, e.at), ...others];
}

/** Builds `va_arg`, which takes the next argument of a list. */
export function buildVaArg(b: FunctionBuilder, e: Expression & { kind: 'va-arg' }): Expr {
  const list = listPlace(b, e.list);
  if (b.watch.ends('argument')) {
    const misfit = b.temporary(INT, e.at);
    const wanted = make.zeroOf(pointerTo(e.type));
    b.emit({ kind: 'intrinsic', name: MISFIT, arguments: [wanted], places: [list], result: misfit }, e.at);
    require(b, {
      kind: 'argument',
      what: 'va_arg without an argument of that type',
      violated: make.load(misfit),
    }, e.at);
  }
  return intrinsic(b, e, 'va_arg', [], [list]);
}

function intrinsic(
  b: FunctionBuilder,
  e: Expression,
  name: string,
  values: readonly Expr[],
  places: readonly Place[],
): Expr {
  const result = isVoid(e.type) ? null : b.temporary(valueType(e.type), e.at);
  b.emit({ kind: 'intrinsic', name, arguments: values, places, result }, e.at);
  return result === null ? make.ZERO : make.load(result);
}

/**
 * Returns the object behind an expression of type va_list: an lvalue, a value that was read, or one
 * that decayed to a pointer.
 */
function listPlace(b: FunctionBuilder, list: Expression): Place {
  switch (list.kind) {
    case 'array-decay':
    case 'load':
      if (list.kind === 'load' && list.operand.type.kind === 'pointer' && isRecordPointer(list.type)) break;
      return listPlace(b, list.operand);
    case 'convert':
      return listPlace(b, list.operand);
    default:
      break;
  }
  if (list.kind === 'load' || (list.type.kind === 'pointer' && isRecordPointer(list.type))) {
    return make.dereference(b.layout, b.value(list), list.type.kind === 'pointer' ? list.type.target : list.type);
  }
  return b.place(list);
}

/** Whether the type is that of a `va_list` of LP64 that was passed on: a pointer to its record. */
function isRecordPointer(type: CType): boolean {
  return type.kind === 'pointer' && type.target.kind === 'struct';
}

/**
 * Builds a check for overflow. The exact result is computed in 128 bits, where neither sums nor
 * products of 64-bit numbers overflow. Products of two unsigned numbers need the unsigned type. The
 * result is stored converted, and compared.
 */
function overflowCheck(b: FunctionBuilder, e: Builtin, operation: 'add' | 'sub' | 'mul', predicate: boolean): Expr {
  const [left, right, third] = operands(b, e.arguments) as [Expr, Expr, Expr];
  const target = valueType(predicate ? third.type : targetOf(third.type));
  const types = [left.type, right.type, target];
  if (types.some((type) => !isInteger(type) || b.layout.integerWidth(type) > 64)) {
    b.unsupported(`${e.name} on __int128`, e.at);
    // A constant would decide branches, so that code behind them might seem unreachable.
    return make.load(b.temporary(valueType(e.type), e.at));
  }
  const bothUnsigned = ![left.type, right.type].some((type) => isInteger(type) && b.layout.isSigned(type));
  const wide = operation === 'mul' && bothUnsigned ? UINT128 : INT128;
  const operator = operation === 'add' ? '+' : operation === 'sub' ? '-' : '*';
  const exact = b.hoist(
    make.binary(b.layout, wide, operator, make.convert(b.layout, wide, left), make.convert(b.layout, wide, right)),
    e.at,
  );
  const stored = make.convert(b.layout, target, exact);
  if (!predicate) b.assign(make.dereference(b.layout, third, target), stored, e.at);
  const overflow = make.compare('!=', make.convert(b.layout, wide, stored), exact);
  return isInteger(e.type) ? make.convert(b.layout, valueType(e.type), overflow) : overflow;
}

function targetOf(type: CType): CType {
  return type.kind === 'pointer' ? type.target : pointerTo(type).target;
}

const COMPARISONS: Readonly<Record<string, ComparisonOperator>> = {
  isgreater: '>',
  isgreaterequal: '>=',
  isless: '<',
  islessequal: '<=',
  iseqsig: '==',
};

/**
 * Builds the classification of floating values by comparisons. `x - x` is 0 for finite x and NaN for
 * others. Null where comparisons do not suffice: for the sign of a NaN, the limits of a format, and
 * cases that GCC leaves open. These stay intrinsics.
 */
function buildFloatClass(b: FunctionBuilder, e: Expression & { kind: 'builtin' }, name: string): Expr | null {
  const kind = name.replace(/^(isnan|isfinite|finite)[fl]$/, '$1');
  if (!/^(isnan|isinf_sign|isfinite|finite|isunordered|islessgreater)$/.test(kind) && COMPARISONS[kind] === undefined)
    return null;
  if (e.arguments.some((argument) => argument.type.kind !== 'float')) return null;
  const [x, y] = operands(b, e.arguments).map((value) => (value.kind === 'load' ? value : b.hoist(value, e.at))) as [
    Expr,
    Expr,
  ];
  const operator = COMPARISONS[kind];
  if (operator !== undefined) return make.compare(operator, x, y);
  switch (kind) {
    case 'isnan':
      return make.compare('!=', x, x);
    case 'isfinite':
    case 'finite':
      return finite(b, x);
    case 'isinf_sign': {
      const negative = make.compare('<', x, make.zeroOf(x.type));
      const sign = make.conditional(INT, negative, make.integer(INT, -1n), make.ONE);
      return make.conditional(
        INT,
        make.compare('!=', x, x),
        make.ZERO,
        make.conditional(INT, finite(b, x), make.ZERO, sign),
      );
    }
    case 'isunordered':
      return make.conditional(INT, make.compare('!=', x, x), make.ONE, make.compare('!=', y, y));
    default:
      return make.conditional(INT, make.compare('<', x, y), make.ONE, make.compare('>', x, y));
  }
}

function finite(b: FunctionBuilder, x: Expr): Expr {
  return make.compare('==', make.binary(b.layout, x.type, '-', x, x), make.zeroOf(x.type));
}
