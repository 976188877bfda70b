import { integerRange } from '../../../c/types/arithmetic.ts';
import type { Layout } from '../../../c/types/layout.ts';
import type { BinaryOperator } from '../../../c/types/operators.ts';
import { INT, INT128, isInteger, LLONG, UINT128, ULLONG } from '../../../c/types/type-basics.ts';
import type { CType } from '../../../c/types/types.ts';
import type { Expr } from '../automaton.ts';
import * as make from '../make.ts';
import type { CheckKind, OperationKind } from './kinds.ts';
import { type IntegerRange, rangeOf } from './range.ts';

/** A requirement whose violation is a fault for certain. */
export interface Violable<K extends CheckKind = CheckKind> {
  readonly kind: K;
  readonly violated: Expr;
  /** The violation in words; absent: those of the kind. */
  readonly what?: string;
}

/**
 * A requirement of an operation. `contested`: the rules of SV-COMP leave open whether a violation is a
 * fault. A proof needs that none occurs, and a run that ends there is no alarm.
 */
export type Requirement<K extends CheckKind = CheckKind> =
  | Violable<K>
  | { readonly kind: 'contested'; readonly of: K; readonly what: string; readonly violated: Expr }
  /** The requirement has no formula here; `violated` says when it would be needed. */
  | { readonly kind: 'unmodelled'; readonly of: K; readonly what: string; readonly violated: Expr };

/**
 * The requirements of `left operator right`, an operation on integers of `type` (C11 6.5p5, 6.5.5p5,
 * 6.5.7). The operands are those of the operation: converted to its type, but for the count of a shift.
 * Conditions that types and constants exclude are left out. Signed types overflow, unsigned ones wrap.
 */
export function requirementsOf(
  layout: Layout,
  type: CType,
  operator: BinaryOperator,
  left: Expr,
  right: Expr,
): readonly Requirement<OperationKind>[] {
  if (!isInteger(type)) return [];
  const words = new Words(layout, type, left, right);
  return words.requirements(operator).filter(({ violated }) => !(violated.kind === 'integer' && violated.value === 0n));
}

/** The requirements of `-operand`. */
export function negationRequirements(
  layout: Layout,
  type: CType,
  operand: Expr,
): readonly Requirement<OperationKind>[] {
  return requirementsOf(layout, type, '-', make.zeroOf(type), operand);
}

/** Conditions about two operands of one operation. */
class Words {
  readonly #layout: Layout;
  readonly #type: CType;
  readonly #left: Expr;
  readonly #right: Expr;
  readonly #signed: boolean;
  readonly #width: number;
  readonly #limits: IntegerRange;
  readonly #l: IntegerRange;
  readonly #r: IntegerRange;

  constructor(layout: Layout, type: CType & { kind: 'integer' | 'enum' }, left: Expr, right: Expr) {
    this.#layout = layout;
    this.#type = type;
    this.#left = left;
    this.#right = right;
    this.#signed = layout.isSigned(type);
    this.#width = layout.integerWidth(type);
    this.#limits = integerRange(type, layout);
    this.#l = rangeOf(layout, left) ?? this.#limits;
    this.#r = rangeOf(layout, right) ?? this.#limits;
  }

  requirements(operator: BinaryOperator): readonly Requirement<OperationKind>[] {
    switch (operator) {
      case '+':
        return this.#signed ? this.#overflow(this.#sum()) : [{ kind: 'wrap', violated: this.#wrappedSum() }];
      case '-':
        return this.#signed ? this.#overflow(this.#difference()) : [{ kind: 'wrap', violated: this.#isBelowRight() }];
      case '*':
        return this.#product();
      case '/':
        return [{ kind: 'division', violated: this.#isRight(0n) }, ...this.#overflow(this.#leastByMinusOne())];
      case '%':
        return [
          { kind: 'division', violated: this.#isRight(0n) },
          ...this.#contested('overflow', 'the least value modulo -1', this.#leastByMinusOne()),
        ];
      case '<<':
        return [...this.#count(), ...this.#shiftedOut()];
      case '>>':
        return this.#count();
      case '&':
      case '|':
      case '^':
        return [];
    }
  }

  #overflow(violated: Expr): readonly Requirement<OperationKind>[] {
    return this.#signed ? [{ kind: 'overflow', violated }] : [];
  }

  #contested(of: OperationKind, what: string, violated: Expr): readonly Requirement<OperationKind>[] {
    return this.#signed || of !== 'overflow' ? [{ kind: 'contested', of, what, violated }] : [];
  }

  #constant(value: bigint): Expr {
    return make.integer(this.#type, value);
  }

  #binary(operator: BinaryOperator, left: Expr, right: Expr): Expr {
    return make.binary(this.#layout, this.#type, operator, left, right);
  }

  /** left + right > max, or left + right < min; the differences cannot overflow on the side of each sign. */
  #sum(): Expr {
    const { min, max } = this.#limits;
    const swapped = this.#left.kind === 'integer';
    const [left, right] = swapped ? [this.#right, this.#left] : [this.#left, this.#right];
    const [l, r] = swapped ? [this.#r, this.#l] : [this.#l, this.#r];
    const high =
      l.max + r.max <= max ? make.ZERO : make.compare('>', left, this.#binary('-', this.#constant(max), right));
    const low =
      l.min + r.min >= min ? make.ZERO : make.compare('<', left, this.#binary('-', this.#constant(min), right));
    return this.#bySign(right, r, high, low);
  }

  #difference(): Expr {
    const { min, max } = this.#limits;
    const [left, right] = [this.#left, this.#right];
    // A constant on the left: 0 - x overflows for the least x alone.
    if (left.kind === 'integer') {
      if (left.value >= 0n)
        return left.value - this.#r.min <= max ? make.ZERO : make.compare('<', right, this.#constant(left.value - max));
      return left.value - this.#r.max >= min ? make.ZERO : make.compare('>', right, this.#constant(left.value - min));
    }
    const low =
      this.#l.min - this.#r.max >= min
        ? make.ZERO
        : make.compare('<', left, this.#binary('+', this.#constant(min), right));
    const high =
      this.#l.max - this.#r.min <= max
        ? make.ZERO
        : make.compare('>', left, this.#binary('+', this.#constant(max), right));
    return this.#bySign(right, this.#r, low, high);
  }

  /** left + right > max */
  #wrappedSum(): Expr {
    const { max } = this.#limits;
    if (this.#l.max + this.#r.max <= max) return make.ZERO;
    const [left, right] = this.#left.kind === 'integer' ? [this.#right, this.#left] : [this.#left, this.#right];
    return make.compare('>', left, this.#binary('-', this.#constant(max), right));
  }

  /** left < right: an unsigned difference is below 0 */
  #isBelowRight(): Expr {
    return this.#l.min >= this.#r.max ? make.ZERO : make.compare('<', this.#left, this.#right);
  }

  /** One condition where an operand is not negative, another where it is. */
  #bySign(operand: Expr, range: IntegerRange, notNegative: Expr, negative: Expr): Expr {
    if (range.min >= 0n) return notNegative;
    if (range.max < 0n) return negative;
    if (isZero(notNegative) && isZero(negative)) return make.ZERO;
    return make.conditional(INT, make.compare('>=', operand, this.#constant(0n)), notNegative, negative);
  }

  #product(): readonly Requirement<OperationKind>[] {
    const { min, max } = this.#limits;
    const kind = this.#signed ? 'overflow' : 'wrap';
    const [left, right] = this.#left.kind === 'integer' ? [this.#right, this.#left] : [this.#left, this.#right];
    const [l, r] = this.#left.kind === 'integer' ? [this.#r, this.#l] : [this.#l, this.#r];
    const corners = [l.min * r.min, l.min * r.max, l.max * r.min, l.max * r.max];
    if (corners.every((value) => value >= min && value <= max)) return [];
    if (right.kind === 'integer') return [{ kind, violated: this.#multiple(left, right.value) }];
    if (this.#width > 64)
      return [{ kind: 'unmodelled', of: kind, what: 'the overflow of a product of 128 bits', violated: make.ONE }];
    const [narrow, large] = this.#signed ? [LLONG, INT128] : [ULLONG, UINT128];
    const wide = this.#width > 32 ? large : narrow;
    const factor = (e: Expr): Expr => make.convert(this.#layout, wide, e);
    const exact = make.binary(this.#layout, wide, '*', factor(left), factor(right));
    const above = make.compare('>', exact, make.integer(wide, max));
    const below = this.#signed ? make.compare('<', exact, make.integer(wide, min)) : make.ZERO;
    return [{ kind, violated: either(above, below) }];
  }

  /** e * factor is beyond the limits; divisions of constants round towards zero. */
  #multiple(e: Expr, factor: bigint): Expr {
    const { min, max } = this.#limits;
    if (factor === 0n || factor === 1n) return make.ZERO;
    if (factor === -1n) return make.compare('==', e, this.#constant(min));
    const [low, high] = factor > 0n ? [min / factor, max / factor] : [max / factor, min / factor];
    const below = this.#signed ? make.compare('<', e, this.#constant(low)) : make.ZERO;
    return either(below, make.compare('>', e, this.#constant(high)));
  }

  #leastByMinusOne(): Expr {
    if (!this.#signed || this.#l.min > this.#limits.min) return make.ZERO;
    const minus = this.#isRight(-1n);
    return isZero(minus) ? minus : both(minus, make.compare('==', this.#left, this.#constant(this.#limits.min)));
  }

  #isRight(value: bigint): Expr {
    if (value < this.#r.min || value > this.#r.max) return make.ZERO;
    return make.compare('==', this.#right, make.integer(this.#right.type, value));
  }

  /** The count is negative, or not below the width. */
  #count(): readonly Requirement<OperationKind>[] {
    return [{ kind: 'shift', violated: this.#isWrongCount() }];
  }

  #isWrongCount(): Expr {
    const { type } = this.#right;
    const negative = this.#r.min >= 0n ? make.ZERO : make.compare('<', this.#right, make.integer(type, 0n));
    const large =
      this.#r.max < BigInt(this.#width)
        ? make.ZERO
        : make.compare('>=', this.#right, make.integer(type, BigInt(this.#width)));
    return either(negative, large);
  }

  /** A shift to the left of a signed value: of a negative one, by a wrong count, or beyond the type. */
  #shiftedOut(): readonly Requirement<OperationKind>[] {
    if (!this.#signed) return [];
    const negative = this.#l.min >= 0n ? make.ZERO : make.compare('<', this.#left, this.#constant(0n));
    const open = either(negative, this.#isWrongCount());
    const limit = this.#binary('>>', this.#constant(this.#limits.max), this.#right);
    const fits =
      this.#r.min >= 0n && this.#r.max < BigInt(this.#width) && this.#l.max << this.#r.max <= this.#limits.max;
    const beyond = fits ? make.ZERO : make.compare('>', this.#left, limit);
    return [
      {
        kind: 'contested',
        of: 'overflow',
        what: 'a left shift of a negative value, or by a wrong count',
        violated: open,
      },
      { kind: 'overflow', violated: isZero(open) ? beyond : make.conditional(INT, open, make.ZERO, beyond) },
    ];
  }
}

function isZero(e: Expr): boolean {
  return e.kind === 'integer' && e.value === 0n;
}

function either(a: Expr, b: Expr): Expr {
  if (isZero(a)) return b;
  return isZero(b) ? a : make.conditional(INT, a, make.ONE, b);
}

function both(a: Expr, b: Expr): Expr {
  return make.conditional(INT, a, b, make.ZERO);
}
