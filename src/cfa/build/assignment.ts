import { unreachable } from '../../base/errors.ts';
import type { Expression } from '../../c/ast.ts';
import { INT, isComplex, isInteger, isReal, valueType } from '../../types/type-tools.ts';
import type { CType } from '../../types/types.ts';
import type { Expr, Place } from '../automaton.ts';
import * as make from '../make.ts';
import type { FunctionBuilder } from './builder.ts';
import { buildCall } from './call.ts';
import { complexBinary, complexParts, convertComplex } from './complex.ts';
import { CHANGES, effectsOf } from './effects.ts';
import { keep, keepPlace } from './keep.ts';
import { checkedBinary } from './watch.ts';

/**
 * Assignments. The right side is evaluated before the target, the target once. The value of the
 * expression is the stored value (C11 6.5.16p3).
 */
export type Assignment = Expression & { kind: 'assign' | 'compound-assign' | 'increment' };

/** Builds an assignment whose value is not used. */
export function assignmentEffects(b: FunctionBuilder, e: Assignment): void {
  if (e.kind === 'assign' && assignCall(b, e)) return;
  const { place, value } = prepare(b, e);
  b.assign(place, value, e.at);
}

/** Builds an assignment and returns its value. */
export function assignmentValue(b: FunctionBuilder, e: Assignment): Expr {
  if (e.kind === 'assign' && assignCall(b, e)) return make.load(b.place(e.target));
  const prepared = prepare(b, e);
  if (e.kind === 'increment' && !e.prefix) {
    const old = b.hoist(make.load(prepared.place), e.at);
    b.assign(prepared.place, prepared.value, e.at);
    return old;
  }
  const { value } = prepared;
  let { place } = prepared;
  if (make.isBitField(place)) {
    place = keepPlace(b, place, CHANGES, e.at);
    b.assign(place, value, e.at);
    return make.load(place);
  }
  if (value.kind === 'integer' || value.kind === 'float') {
    b.assign(place, value, e.at);
    return value;
  }
  if (make.isFixedPlace(place)) {
    b.assign(place, value, e.at);
    return make.load(place);
  }
  const stored = keep(b, value, CHANGES, e.at);
  b.assign(place, stored, e.at);
  return stored;
}

/**
 * Stores the result of the call in `x = f()` directly, where it is clear that the place cannot change
 * meanwhile.
 */
function assignCall(b: FunctionBuilder, e: Expression & { kind: 'assign' }): boolean {
  if (e.value.kind !== 'call' || !isPlainTarget(e.target)) return false;
  const place = b.place(e.target);
  if (make.isBitField(place)) return false;
  buildCall(b, e.value, place);
  return true;
}

function isPlainTarget(target: Expression): boolean {
  let inner = target;
  while (inner.kind === 'member') inner = inner.base;
  return inner.kind === 'variable';
}

/** Returns the place and the value to store there. Both are to be read at `b.here`. */
function prepare(b: FunctionBuilder, e: Assignment): { place: Place; value: Expr } {
  if (e.kind === 'increment') {
    const place = b.place(e.target);
    return { place, value: incremented(b, place, e) };
  }
  const right = keep(b, b.value(e.value), effectsOf(b.context, e.target), e.value.at);
  if (e.target.kind === 'complex-part' && isComplex(e.target.operand.type)) return preparePart(b, e, e.target, right);
  const place = b.place(e.target);
  return { place, value: e.kind === 'assign' ? right : combined(b, e, make.load(place), right) };
}

/** Builds `__real__ z = v`, which stores a new whole value. */
function preparePart(
  b: FunctionBuilder,
  e: Assignment & { kind: 'assign' | 'compound-assign' },
  target: Expression & { kind: 'complex-part' },
  right: Expr,
): { place: Place; value: Expr } {
  const place = b.place(target.operand);
  const { real, imaginary } = complexParts(b, make.load(place), e.at);
  const old = target.part === 'real' ? real : imaginary;
  const part = e.kind === 'assign' ? right : combined(b, e, old, right);
  const type = valueType(place.type);
  return {
    place,
    value:
      target.part === 'real'
        ? { kind: 'complex', type, real: part, imaginary }
        : { kind: 'complex', type, real, imaginary: part },
  };
}

function incremented(b: FunctionBuilder, place: Place, { delta, at }: Expression & { kind: 'increment' }): Expr {
  const type = valueType(place.type);
  const old = make.load(place);
  const operator = delta === 1 ? '+' : '-';
  if (type.kind === 'pointer') return make.pointerAdd(old, make.ONE, delta === -1, type);
  if (isComplex(type)) {
    const { real, imaginary } = complexParts(b, old, at);
    return {
      kind: 'complex',
      type,
      real: make.binary(b.layout, type.base, operator, real, make.oneOf(type.base)),
      imaginary,
    };
  }
  const computation =
    isInteger(type) && isNarrow(type) ? INT : type.kind === 'enum' ? type.definition.underlying! : type;
  const widened = make.convert(b.layout, computation, old);
  const sum = checkedBinary(b, computation, operator, widened, make.oneOf(computation), at);
  return make.convert(b.layout, type, sum);
}

/** Whether integer promotion widens the type to int. */
function isNarrow(type: CType): boolean {
  if (type.kind !== 'integer') return false;
  switch (type.name) {
    case 'bool':
    case 'char':
    case 'schar':
    case 'uchar':
    case 'short':
    case 'ushort':
      return true;
    default:
      return false;
  }
}

/** Returns `old op right`, converted back to the target's type. */
function combined(b: FunctionBuilder, e: Expression & { kind: 'compound-assign' }, old: Expr, right: Expr): Expr {
  const computation = valueType(e.computation);
  const target = valueType(e.target.type);
  if (computation.kind === 'pointer') {
    switch (e.operator) {
      case '+':
      case '-':
        return make.pointerAdd(old, right, e.operator === '-', computation);
      default:
        return unreachable(e.operator as never);
    }
  }
  if (isComplex(computation)) {
    const left = convertComplex(b, computation, old, e.at);
    const realSide =
      e.value.kind === 'convert' && isReal(e.value.operand.type) ? 'right' : isReal(old.type) ? 'left' : null;
    return convertComplex(b, target, complexBinary(b, computation, e.operator, left, right, realSide, e.at), e.at);
  }
  const left = make.convert(b.layout, computation, old);
  return make.convert(b.layout, target, checkedBinary(b, computation, e.operator, left, right, e.at));
}
