import { unreachable } from '../../base/errors.ts';
import type { Expression } from '../../c/ast.ts';
import { hasQualifier, INT, isComplex, isInteger, isReal, valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { Expr, Place } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import { atomicBlock } from './atomic-blocks.ts';
import type { FunctionBuilder } from './builder.ts';
import { buildCall } from './call.ts';
import { checkedBinary, checkedConversion, checkedField, checkedFieldValue } from './checks.ts';
import { complexBinary, complexParts, convertComplex } from './complex.ts';
import { CHANGES, effectsOf } from './effects.ts';
import { keep, keepPlace } from './keep.ts';
import { accessed, inOpenOrder } from './order/emit.ts';
import { wholePlace } from './place.ts';

/**
 * Assignments. The right side is evaluated before the target, the target once. The value of the
 * expression is the stored value (C11 6.5.16p3).
 */
export type Assignment = Expression & { kind: 'assign' | 'compound-assign' | 'increment' };

/** Builds an assignment whose value is not used. */
export function assignmentEffects(b: FunctionBuilder, e: Assignment): void {
  inOpenOrder(b, e, () => storeOnly(b, e));
}

function storeOnly(b: FunctionBuilder, e: Assignment): void {
  if (e.kind === 'assign' && assignCall(b, e)) return;
  const { place, value, close } = prepare(b, e);
  b.assign(place, value, e.at);
  close();
}

/** Builds an assignment and returns its value. */
export function assignmentValue(b: FunctionBuilder, e: Assignment): Expr {
  return inOpenOrder(b, e, () => storedValue(b, e));
}

function storedValue(b: FunctionBuilder, e: Assignment): Expr {
  if (e.kind === 'assign' && assignCall(b, e)) return make.load(b.place(e.target));
  if (e.kind === 'increment' && !e.prefix) return incrementedLater(b, e);
  const prepared = prepare(b, e);
  const { value } = prepared;
  if (b.context.threads) {
    // Another thread may change the object before the value is used.
    if (make.isBitField(prepared.place))
      b.unsupported('value of an assignment to a bit-field in a program with threads', e.at);
    const stored = value.kind === 'integer' || value.kind === 'float' ? value : b.hoist(value, e.at);
    b.assign(prepared.place, stored, e.at);
    prepared.close();
    return stored;
  }
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

/** Builds `x++` and `x--`, and returns the old value. */
function incrementedLater(b: FunctionBuilder, e: Expression & { kind: 'increment' }): Expr {
  if (b.context.threads) {
    // The object is read once.
    const place = keepPlace(b, targetOf(b, e), CHANGES, e.at);
    const close = openAtomic(b, e.target);
    const old = b.hoist(make.load(place), e.at);
    b.assign(place, incremented(b, place.type, old, e), e.at);
    close();
    return old;
  }
  const place = targetOf(b, e);
  const value = incremented(b, place.type, make.load(place), e);
  const old = b.hoist(make.load(place), e.at);
  b.assign(place, value, e.at);
  return old;
}

/** Returns the place that the assignment stores to. */
function targetOf(b: FunctionBuilder, e: Assignment): Place {
  const place = wholePlace(b, e.target);
  accessed(b, e, place);
  return place;
}

/** Begins an atomic block around a read and a write of an `_Atomic` object. Returns what ends it. */
function openAtomic(b: FunctionBuilder, target: Expression): () => void {
  if (!b.context.threads || !hasQualifier(target.type, 'atomic')) return NOTHING;
  return atomicBlock(b, target.at);
}

/**
 * Stores the result of the call in `x = f()` directly, where it is clear that the place cannot change
 * meanwhile.
 */
function assignCall(b: FunctionBuilder, e: Expression & { kind: 'assign' }): boolean {
  if (e.value.kind !== 'call' || !isPlainTarget(e.target) || b.order.valueOf(e.value) !== null) return false;
  const place = targetOf(b, e);
  if (make.isBitField(place)) return false;
  buildCall(b, e.value, place);
  return true;
}

function isPlainTarget(target: Expression): boolean {
  let inner = target;
  while (inner.kind === 'member') inner = inner.base;
  return inner.kind === 'variable';
}

/** An assignment whose parts are evaluated. Place and value are to be read at `b.here`. */
interface OpenAssignment {
  readonly place: Place;
  readonly value: Expr;
  /** Ends the atomic block of the assignment. */
  readonly close: () => void;
}

const NOTHING = (): void => {};

function prepare(b: FunctionBuilder, e: Assignment): OpenAssignment {
  if (e.kind === 'increment') {
    const place = targetOf(b, e);
    const close = openAtomic(b, e.target);
    return { place, value: incremented(b, place.type, make.load(place), e), close };
  }
  const right = keep(b, b.value(e.value), effectsOf(b.context, e.target), e.value.at);
  if (e.target.kind === 'complex-part' && isComplex(e.target.operand.type))
    return { ...preparePart(b, e, e.target, right), close: NOTHING };
  if (e.kind === 'assign') {
    const place = targetOf(b, e);
    return { place, value: checkedField(b, place, e.value, right), close: NOTHING };
  }
  if (b.context.threads && hasQualifier(e.target.type, 'atomic')) {
    const operand = b.hoist(right, e.at);
    const place = keepPlace(b, targetOf(b, e), CHANGES, e.at);
    const close = openAtomic(b, e.target);
    return { place, value: combined(b, e, make.load(place), operand), close };
  }
  const place = targetOf(b, e);
  const result = combined(b, e, make.load(place), right);
  return { place, value: checkedFieldValue(b, place, e.computation, result, e.at), close: NOTHING };
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

function incremented(
  b: FunctionBuilder,
  declared: CType,
  old: Expr,
  { delta, at }: Expression & { kind: 'increment' },
): Expr {
  const type = valueType(declared);
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
  return checkedConversion(b, type, sum, at);
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
  return checkedConversion(b, target, checkedBinary(b, computation, e.operator, left, right, e.at), e.at);
}
