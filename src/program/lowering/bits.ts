import type { Expression } from '../../c/ast.ts';
import { type BitBuiltin, bitBuiltinNamed } from '../../c/builtins/special-builtins.ts';
import { INT, isInteger, UINT, UINT128, ULLONG, valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { Expr } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import type { FunctionBuilder } from './builder.ts';
import { checkedNonzero } from './call-checks.ts';
import { operands } from './keep.ts';

type Builtin = Expression & { kind: 'builtin' };
type Counter = 'clzg' | 'ctzg' | 'popcountg' | 'parityg' | 'clrsbg' | 'ffsg';

/**
 * Builds the builtins on the bits of integers of any width. It uses the counting intrinsics (`clzg`,
 * `ctzg`, `popcountg`, `parityg`, `clrsbg`, `ffsg`). Their arguments are as wide as the argument's
 * type, but at least 32 bits. Null for other names.
 */
export function buildBits(b: FunctionBuilder, e: Builtin): Expr | null {
  const kind = bitBuiltinNamed(e.name);
  if (kind === null) return null;
  const [given, second] = operands(b, e.arguments) as [Expr, Expr | undefined];
  const type = valueType(given.type);
  if (!isInteger(type)) return null;
  const bits = new Bits(b, e, given, b.layout.integerWidth(type));
  const result = bits.apply(kind, second);
  return make.convert(b.layout, valueType(e.type), result);
}

class Bits {
  readonly #type: CType;
  readonly #value: Expr;
  readonly #room: number;

  constructor(
    private readonly b: FunctionBuilder,
    private readonly e: Builtin,
    given: Expr,
    private readonly width: number,
  ) {
    this.#type = width <= 32 ? UINT : width <= 64 ? ULLONG : UINT128;
    this.#room = Math.max(width, 32);
    this.#value = b.hoist(make.convert(b.layout, this.#type, given), e.at);
  }

  apply(kind: BitBuiltin, second: Expr | undefined): Expr {
    const { width } = this;
    const value = this.#value;
    const all = this.#number(width);
    const none = this.#number(-1);
    switch (kind) {
      case 'clzg':
        return second === undefined
          ? this.#leading(this.#nonzero(value))
          : this.#unlessZero(value, second, (x) => this.#leading(x));
      case 'ctzg':
        return second === undefined
          ? this.#count('ctzg', this.#nonzero(value))
          : this.#unlessZero(value, second, (x) => this.#count('ctzg', x));
      case 'ffsg':
        return this.#count('ffsg', value);
      case 'clrsbg':
        return this.#less(this.#count('clrsbg', value), this.#number(this.#room - width));
      case 'parityg':
        return this.#count('parityg', value);
      case 'popcountg':
      case 'count_ones':
        return this.#count('popcountg', value);
      case 'count_zeros':
        return this.#count('popcountg', this.#inverse());
      case 'has_single_bit':
        return make.compare('==', this.#count('popcountg', value), make.ONE);
      case 'leading_zeros':
        return this.#unlessZero(value, all, (x) => this.#leading(x));
      case 'leading_ones':
        return this.#unlessZero(this.#inverse(), all, (x) => this.#leading(x));
      case 'trailing_zeros':
        return this.#unlessZero(value, all, (x) => this.#count('ctzg', x));
      case 'trailing_ones':
        return this.#unlessZero(this.#inverse(), all, (x) => this.#count('ctzg', x));
      case 'first_leading_one':
        return this.#plusOne(this.#unlessZero(value, none, (x) => this.#leading(x)));
      case 'first_leading_zero':
        return this.#plusOne(this.#unlessZero(this.#inverse(), none, (x) => this.#leading(x)));
      case 'first_trailing_one':
        return this.#plusOne(this.#unlessZero(value, none, (x) => this.#count('ctzg', x)));
      case 'first_trailing_zero':
        return this.#plusOne(this.#unlessZero(this.#inverse(), none, (x) => this.#count('ctzg', x)));
      case 'bit_width':
        return this.#bitWidth(value);
      case 'bit_floor':
        return this.#powerBelow(this.#bitWidth(value));
      case 'bit_ceil': {
        const below = this.#binary('-', value, this.#constant(1));
        const power = this.#binary('*', this.#constant(2), this.#powerBelow(this.#bitWidth(below)));
        return make.conditional(this.#type, make.compare('<=', value, this.#constant(1)), this.#constant(1), power);
      }
      case 'rotate_left':
      case 'rotate_right':
        return this.#rotated(second!, kind === 'rotate_left');
    }
  }

  #nonzero(value: Expr): Expr {
    return checkedNonzero(this.b, this.e.name, value, this.e.at);
  }

  /** Computes 2^(n-1), or 0 if n is 0. */
  #powerBelow(n: Expr): Expr {
    const { b, e } = this;
    const width = b.hoist(n, e.at);
    const isZero = make.compare('==', width, make.ZERO);
    const distance = make.conditional(INT, isZero, make.ZERO, this.#less(width, make.ONE));
    return make.conditional(this.#type, isZero, this.#constant(0), this.#binary('<<', this.#constant(1), distance));
  }

  #bitWidth(value: Expr): Expr {
    const zeros = this.#unlessZero(value, this.#number(this.width), (x) => this.#leading(x));
    return this.#less(this.#number(this.width), zeros);
  }

  #rotated(count: Expr, left: boolean): Expr {
    const { b, e } = this;
    const all = make.integer(UINT, BigInt(this.width));
    const first = b.hoist(make.binary(b.layout, UINT, '%', make.convert(b.layout, UINT, count), all), e.at);
    const rest = make.binary(b.layout, UINT, '%', make.binary(b.layout, UINT, '-', all, first), all);
    const [up, down] = left ? [first, rest] : [rest, first];
    return this.#binary('|', this.#binary('<<', this.#value, up), this.#binary('>>', this.#value, down));
  }

  /** Inverts all bits of the argument's width. */
  #inverse(): Expr {
    const mask = make.integer(this.#type, (1n << BigInt(this.width)) - 1n);
    return this.b.hoist(this.#binary('^', this.#value, mask), this.e.at);
  }

  /**
   * Applies `of` to the value unless the value is zero, where `otherwise` is the result. The argument of
   * `of` is never zero.
   */
  #unlessZero(value: Expr, otherwise: Expr, of: (value: Expr) => Expr): Expr {
    const { b, e } = this;
    const kept = b.hoist(value, e.at);
    const isZero = make.compare('==', kept, this.#constant(0));
    const other = b.hoist(make.convert(b.layout, INT, otherwise), e.at);
    const result = of(this.#binary('|', kept, make.convert(b.layout, this.#type, isZero)));
    return make.conditional(INT, isZero, other, result);
  }

  #leading(value: Expr): Expr {
    return this.#less(this.#count('clzg', value), this.#number(this.#room - this.width));
  }

  #count(name: Counter, value: Expr): Expr {
    const { b, e } = this;
    const result = b.temporary(INT, e.at);
    b.emit({ kind: 'intrinsic', name, arguments: [value], places: [], result }, e.at);
    return make.load(result);
  }

  #less(a: Expr, c: Expr): Expr {
    return make.binary(this.b.layout, INT, '-', a, c);
  }

  #plusOne(a: Expr): Expr {
    return make.binary(this.b.layout, INT, '+', a, make.ONE);
  }

  #binary(operator: '-' | '*' | '|' | '^' | '<<' | '>>', left: Expr, right: Expr): Expr {
    return make.binary(this.b.layout, this.#type, operator, left, right);
  }

  #number(n: number): Expr {
    return make.integer(INT, BigInt(n));
  }

  #constant(n: number): Expr {
    return make.integer(this.#type, BigInt(n));
  }
}
