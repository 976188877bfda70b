import { isInteger } from '../../../../c/types/type-basics.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import type { Expr } from '../../../../program/cfa/automaton.ts';
import { rootOf } from '../../../../program/cfa/walk.ts';
import type { Fact, Targets } from '../../../offsets/facts.ts';
import { holdsBytes } from '../../../shapes/byte-cells.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import { INTEGER_OBJECT, NULL_OBJECT, SUMMARY_OBJECT } from '../../plan/pointer-format.ts';
import { mayMeanOtherLifetime } from '../lifetimes/ended-objects.ts';
import { resize } from '../lifetimes/instances.ts';
import { addressOfPointer, checkStepBack, pointerAt } from './addresses.ts';
import { bytesOf } from './lengths.ts';
import { haveSameStart, isNumber } from './numbers.ts';
import { addressOf, advance, advanceAddress, scaled, widened } from './pointer-arithmetic.ts';
import { pointerOrder } from './pointer-order.ts';
import { sameAddress } from './same-address.ts';

/**
 * Pointers are pairs (object, byte offset). Objects 0 and 2 hold null and integers cast to pointers
 * (numbers.ts).
 */

export function nullPointer(x: Execution): Pointer {
  const { objectWidth, offsetWidth } = x.plan.pointers;
  return { object: x.terms.bv(objectWidth, NULL_OBJECT), offset: x.terms.bv(offsetWidth, 0) };
}

/** Returns when the pointer is null. */
export function isNull(x: Execution, pointer: Pointer): Term {
  const { terms } = x;
  return terms.and(isNumber(x, pointer), terms.eq(pointer.offset, nullPointer(x).offset));
}

/** Returns the first pointer where the condition holds, else the second. */
export function choosePointer({ terms }: Execution, condition: Term, a: Pointer, b: Pointer): Pointer {
  return { object: terms.ite(condition, a.object, b.object), offset: terms.ite(condition, a.offset, b.offset) };
}

/** Returns the value of an expression of pointer type. */
export function pointerOf(x: Execution, expr: Expr): Pointer {
  const { terms, encoding } = x;
  const { objectWidth, offsetWidth } = x.plan.pointers;
  switch (expr.kind) {
    case 'integer':
      return pointerAt(x, terms.bv(offsetWidth, BigInt.asUintN(offsetWidth, expr.value)));
    case 'address':
      return addressOf(x, expr.place);
    case 'function-address': {
      const fn = x.plan.linked.program.functions[expr.function];
      if (fn === null || fn === undefined) return unknownPointer(x, 'address of an unknown function', new Set());
      return { object: terms.bv(objectWidth, encoding.objects.functionNumber(fn)), offset: terms.bv(offsetWidth, 0) };
    }
    case 'label-address':
      return {
        object: terms.bv(objectWidth, encoding.objects.labelNumber(expr.function, expr.location)),
        offset: terms.bv(offsetWidth, 0),
      };
    case 'pointer-add': {
      const target = expr.type.target;
      const distance = scaled(x, expr.index, target, expr.negative);
      const from = x.evaluate.pointer(x, expr.pointer);
      // The address of a variable is not an integer.
      if (expr.pointer.kind !== 'address') checkStepBack(x, from, distance);
      return advance(x, from, distance);
    }
    case 'conditional': {
      const condition = x.evaluate.condition(x, expr.condition);
      if (condition === terms.true) return x.evaluate.pointer(x, expr.then);
      if (condition === terms.false) return x.evaluate.pointer(x, expr.otherwise);
      const a = x.evaluate.pointer(x, expr.then);
      const b = x.evaluate.pointer(x, expr.otherwise);
      return choosePointer(x, condition, a, b);
    }
    case 'convert':
      return fromInteger(x, expr.operand);
    case 'load': {
      const [object, offset] = x.evaluate.cells(x, expr);
      if (offset === undefined) return unknownPointer(x, 'pointer that is not modelled', null);
      return { object, offset };
    }
    default:
      return unknownPointer(x, `${expr.kind} as a pointer`, null);
  }
}

function unknownPointer(x: Execution, construct: string, targets: ReadonlySet<number> | null): Pointer {
  const { objectWidth, offsetWidth } = x.plan.pointers;
  const fact: Fact = { targets };
  return {
    object: x.unknown({ kind: 'bv', width: objectWidth }, construct, fact),
    offset: x.unknown({ kind: 'bv', width: offsetWidth }, construct),
  };
}

/**
 * Returns the pointer that an expression converts to. Casts of pointers keep it, also through an
 * integer, with or without a distance added there.
 */
function fromInteger(x: Execution, expr: Expr): Pointer {
  if (expr.type.kind === 'pointer') return x.evaluate.pointer(x, expr);
  if (!isInteger(expr.type)) return unknownPointer(x, `conversion of ${expr.type.kind} to a pointer`, null);
  const direct = asPointer(x, expr);
  if (direct !== null) return direct;
  return pointerAt(x, widened(x, expr, pointerWidth(x)));
}

function pointerWidth(x: Execution): number {
  return x.plan.pointers.offsetWidth;
}

/**
 * Returns an integer expression that is a pointer's address plus a distance, computed without loss of
 * bits; null for other expressions.
 */
function asPointer(x: Execution, expr: Expr): Pointer | null {
  if (!isInteger(expr.type) || x.plan.shapes.width(expr.type) < pointerWidth(x)) return null;
  const { offsetWidth } = x.plan.pointers;
  if (expr.kind === 'convert')
    return expr.operand.type.kind === 'pointer' ? x.evaluate.pointer(x, expr.operand) : asPointer(x, expr.operand);
  if (expr.kind !== 'binary' || (expr.operator !== '+' && expr.operator !== '-')) return null;
  const left = isAddress(expr.left);
  const right = isAddress(expr.right);
  if (left === right || (right && expr.operator === '-')) return null;
  const base = asPointer(x, left ? expr.left : expr.right);
  if (base === null) return null;
  const bytes = widened(x, left ? expr.right : expr.left, offsetWidth);
  x.facts.noteSteps(bytes, 1n);
  return advanceAddress(x, base, expr.operator === '-' ? x.terms.neg(bytes) : bytes);
}

/** Whether a pointer that is not a constant lies under casts, sums and differences. */
function isAddress(expr: Expr): boolean {
  if (expr.kind === 'convert')
    return expr.operand.type.kind === 'pointer' ? !isConstantAddress(expr.operand) : isAddress(expr.operand);
  if (expr.kind === 'binary' && (expr.operator === '+' || expr.operator === '-'))
    return isAddress(expr.left) || isAddress(expr.right);
  return false;
}

/** Whether the expression is `&((T *)0)->member`: a number that looks like a pointer. */
function isConstantAddress(expr: Expr): boolean {
  let inner = expr;
  for (;;) {
    if (inner.kind === 'integer') return true;
    if (inner.kind === 'convert') inner = inner.operand;
    else if (inner.kind === 'address') {
      const root = rootOf(inner.place);
      if (root.kind !== 'dereference') return false;
      inner = root.pointer;
    } else return false;
  }
}

/** Returns a pointer as an integer of `width` bits. */
export function pointerToInteger(x: Execution, pointer: Pointer, width: number): Term {
  return resize(x, addressOfPointer(x, pointer), width);
}

/** Returns the difference of two pointers in elements, in `width` bits. */
export function pointerDifference(x: Execution, expr: Expr & { kind: 'pointer-difference' }, width: number): Term {
  const { terms } = x;
  const a = x.evaluate.pointer(x, expr.left);
  const b = x.evaluate.pointer(x, expr.right);
  const target = expr.left.type.kind === 'pointer' ? expr.left.type.target : expr.left.type;
  const size = bytesOf(x, target, width);
  const sort = { kind: 'bv', width } as const;
  const none = terms.bv(width, 0);
  if (size === null || size === none) return x.unknown(sort, 'difference of pointers to objects of unknown size');
  x.undefinedWhen(terms.eq(size, none), 'difference of pointers to empty arrays');
  const bytes = terms.sub(a.offset, b.offset);
  const wide = terms.width(bytes) < width ? terms.sext(bytes, width) : resize(x, bytes, width);
  const value = size === terms.bv(width, 1) ? wide : terms.sdiv(wide, size);
  const same = terms.and(haveSameStart(x, a, b), terms.not(mayMeanOtherLifetime(x, a, b)));
  if (terms.and(x.guard, terms.not(same)) === terms.false) return value;
  return terms.ite(same, value, x.unknown(sort, 'difference of pointers into distinct objects', {}, terms.not(same)));
}

/**
 * Compares pointers, also where both sides are first cast to integers (CIL writes `(unsigned long)p ==
 * (unsigned long)0`). Null for other comparisons.
 */
export function comparePointers(x: Execution, expr: Expr & { kind: 'compare' }): Term | null {
  const { terms } = x;
  const a = comparand(x, expr.left);
  const b = comparand(x, expr.right);
  if (a === null || b === null || (a.constant && b.constant && expr.left.type.kind !== 'pointer')) return null;
  const p = fromComparand(x, a.expr);
  const q = fromComparand(x, b.expr);
  if (expr.operator === '==' || expr.operator === '!=') {
    const same = sameAddress(x, p, q);
    // Unmodelled memory has no identity: two different loads may or may not give the same address.
    return expr.operator === '==' ? same : terms.not(same);
  }
  const { type } = expr.left;
  return pointerOrder(x, p, q, expr.operator, isInteger(type) && x.plan.layout.isSigned(type));
}

/**
 * Returns the pointer under casts that keep all its bits, or a constant. A type wider than a pointer
 * is left alone, as it may be extended in two ways.
 */
function comparand(x: Execution, expr: Expr): { expr: Expr; constant: boolean } | null {
  let inner = expr;
  if (x.plan.shapes.width(expr.type) > pointerWidth(x)) return null;
  for (;;) {
    if (inner.type.kind === 'pointer') return { expr: inner, constant: inner.kind === 'integer' };
    if (inner.kind === 'integer') return { expr: inner, constant: true };
    if (inner.kind !== 'convert' || !isInteger(inner.type) || x.plan.shapes.width(inner.type) < pointerWidth(x))
      return null;
    if (inner.operand.type.kind !== 'pointer' && x.plan.shapes.width(inner.operand.type) < pointerWidth(x)) return null;
    inner = inner.operand;
  }
}

function fromComparand(x: Execution, expr: Expr): Pointer {
  return expr.type.kind === 'pointer' ? x.evaluate.pointer(x, expr) : pointerAt(x, widened(x, expr, pointerWidth(x)));
}

/**
 * Returns the objects that a pointer may name or that are among `numbers`, and all objects that their
 * pointers may name in turn. Null if they cannot be listed.
 */
export function reachable(
  x: Execution,
  pointers: readonly Pointer[],
  numbers: Iterable<number> = [],
): Set<number> | null {
  const { encoding } = x;
  const seen = new Set<number>();
  const todo: number[] = [];
  const add = (targets: Targets): boolean => {
    for (const number of targets ?? []) {
      if (seen.has(number)) continue;
      seen.add(number);
      todo.push(number);
    }
    return targets !== null;
  };
  for (const pointer of pointers) if (!add(x.facts.targets(pointer.object))) return null;
  add(new Set(numbers));
  for (let number = todo.pop(); number !== undefined; number = todo.pop()) {
    if (number === SUMMARY_OBJECT) add(encoding.known.summaryTargets);
    const object = encoding.objects.withNumber(number);
    if (object === null || object.kind === 'function' || object.kind === 'summary') continue;
    for (let c = 0; c < object.cells.length; c++) {
      const { role } = object.cells[c];
      if (role === 'object' && !add(x.facts.targets(x.read(object.base + c)))) return null;
    }
    if (holdsBytes(object.shape) && !add(x.encoding.known.targetsAmong(encoding.known.bytesOf(object.key))))
      return null;
  }
  seen.delete(NULL_OBJECT);
  seen.delete(INTEGER_OBJECT);
  return seen;
}
