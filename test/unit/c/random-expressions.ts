import { formatFloat } from '../../../src/base/float-text.ts';
import { parseNumber } from '../../../src/c/lex/literals.ts';
import {
  binary,
  type ConstantValue,
  compare,
  complement,
  convert,
  floatBinary,
  isTrue,
  negateFloat,
  negateInteger,
} from '../../../src/c/types/arithmetic.ts';
import { Layout } from '../../../src/c/types/layout.ts';
import type { BinaryOperator, ComparisonOperator } from '../../../src/c/types/operators.ts';
import { floatFormat, floatType, INT, integerType, sizeType } from '../../../src/c/types/type-basics.ts';
import { formatType } from '../../../src/c/types/type-format.ts';
import { promote, usualArithmetic } from '../../../src/c/types/type-relations.ts';
import type { DataModel, FloatName, FloatType, IntegerName, IntegerType } from '../../../src/c/types/types.ts';
import { Random } from './random.ts';
import { INTEGERS } from './types/random-types.ts';

/**
 * Random constant expressions with the type and the value that arithmetic.ts gives them. None of
 * them has undefined behaviour.
 */

export interface RandomExpression {
  readonly text: string;
  readonly type: IntegerType | FloatType;
  readonly value: ConstantValue;
}

const FLOATS: readonly FloatName[] = ['float', 'double', 'long double'];

export class ExpressionGenerator {
  readonly #random: Random;
  readonly #layout: Layout;

  constructor(
    seed: number,
    private readonly model: DataModel,
  ) {
    this.#random = new Random(seed);
    this.#layout = new Layout({ dataModel: model, byteOrder: 'little' });
  }

  next(depth: number): RandomExpression {
    const random = this.#random;
    if (depth === 0 || random.chance(10)) return this.#leaf();
    for (;;) {
      const choice = random.below(100);
      const made =
        choice < 45
          ? this.#binary(depth)
          : choice < 60
            ? this.#comparison(depth)
            : choice < 72
              ? this.#unary(depth)
              : choice < 84
                ? this.#cast(depth)
                : choice < 92
                  ? this.#conditional(depth)
                  : this.#logical(depth);
      if (made !== null) return made;
    }
  }

  #leaf(): RandomExpression {
    const random = this.#random;
    if (random.chance(8)) {
      const type = integerType(random.pick(INTEGERS));
      return { text: `sizeof(${formatType(type)})`, type: sizeType(this.model), value: this.#layout.sizeOf(type)! };
    }
    const text = random.chance(15)
      ? `${random.below(1000)}.${random.below(1000)}${random.pick(['', 'f', 'l', 'e3', 'e-2f'])}`
      : `${random.pick([`${random.below(10)}`, `${random.below(2 ** 31)}`, `0x${random.below(2 ** 32).toString(16)}`])}${random.pick(['', '', 'u', 'l', 'ul', 'll', 'ull'])}`;
    const literal = parseNumber(text, this.model, () => {})!;
    return { text, type: literal.type, value: literal.value };
  }

  #binary(depth: number): RandomExpression | null {
    const random = this.#random;
    const layout = this.#layout;
    const operator: BinaryOperator = random.pick(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'] as const);
    const a = this.next(depth - 1);
    const b = this.next(depth - 1);
    const text = `(${a.text} ${operator} ${b.text})`;
    if (operator === '<<' || operator === '>>') {
      if (a.type.kind !== 'integer' || b.type.kind !== 'integer') return null;
      const type = promote(a.type);
      const result = binary(operator, type, a.value as bigint, b.value as bigint, layout);
      return result === null || result.overflow ? null : { text, type, value: result.value };
    }
    const type = usualArithmetic(a.type, b.type, layout)! as IntegerType | FloatType;
    const left = convert(a.value, type, layout)!.value;
    const right = convert(b.value, type, layout)!.value;
    if (type.kind === 'integer') {
      const result = binary(operator, type, left as bigint, right as bigint, layout);
      return result === null || result.overflow ? null : { text, type, value: result.value };
    }
    if (typeof left === 'bigint' || typeof right === 'bigint') return null;
    const value = floatBinary(operator, type, left, right);
    return value === null || value.kind !== 'finite' ? null : { text, type, value };
  }

  #comparison(depth: number): RandomExpression {
    const operator: ComparisonOperator = this.#random.pick(['<', '<=', '>', '>=', '==', '!='] as const);
    const a = this.next(depth - 1);
    const b = this.next(depth - 1);
    const type = usualArithmetic(a.type, b.type, this.#layout)!;
    const holds = compare(
      operator,
      convert(a.value, type, this.#layout)!.value,
      convert(b.value, type, this.#layout)!.value,
    );
    return { text: `(${a.text} ${operator} ${b.text})`, type: INT, value: holds ? 1n : 0n };
  }

  #unary(depth: number): RandomExpression | null {
    const random = this.#random;
    const layout = this.#layout;
    const a = this.next(depth - 1);
    const operator = random.pick(['-', '~', '!', '+'] as const);
    const text = `(${operator} ${a.text})`;
    if (operator === '!') return { text, type: INT, value: isTrue(a.value) ? 0n : 1n };
    if (typeof a.value !== 'bigint') {
      if (operator === '~') return null;
      return { text, type: a.type, value: operator === '-' ? negateFloat(a.value) : a.value };
    }
    const type = promote(a.type as IntegerType);
    if (operator === '~') return { text, type, value: complement(type, a.value, layout) };
    const result = operator === '-' ? negateInteger(type, a.value, layout) : { value: a.value, overflow: false };
    return result.overflow ? null : { text, type, value: result.value };
  }

  #cast(depth: number): RandomExpression | null {
    const random = this.#random;
    const layout = this.#layout;
    const a = this.next(depth - 1);
    const wide: readonly IntegerName[] = this.model === 'LP64' ? ['int128', 'uint128'] : [];
    const type = random.chance(20) ? floatType(random.pick(FLOATS)) : integerType(random.pick([...INTEGERS, ...wide]));
    const result = convert(a.value, type, layout)!;
    return result.overflow ? null : { text: `((${formatType(type)})${a.text})`, type, value: result.value };
  }

  #conditional(depth: number): RandomExpression {
    const condition = this.next(depth - 1);
    const a = this.next(depth - 1);
    const b = this.next(depth - 1);
    const type = usualArithmetic(a.type, b.type, this.#layout)! as IntegerType | FloatType;
    const value = convert(isTrue(condition.value) ? a.value : b.value, type, this.#layout)!.value;
    return { text: `(${condition.text} ? ${a.text} : ${b.text})`, type, value };
  }

  #logical(depth: number): RandomExpression {
    const a = this.next(depth - 1);
    const b = this.next(depth - 1);
    const and = this.#random.chance(50);
    const holds = and ? isTrue(a.value) && isTrue(b.value) : isTrue(a.value) || isTrue(b.value);
    return { text: `(${a.text} ${and ? '&&' : '||'} ${b.text})`, type: INT, value: holds ? 1n : 0n };
  }
}

/** Assertions that the expression has its type and value. */
export function expressionAssertions({ text, type, value }: RandomExpression): string {
  const name = formatType(type);
  return `_Static_assert(_Generic(${text}, ${name}: 1, default: 0), "type ${name}");
_Static_assert(${text} == ${valueText(value, type)}, "value");`;
}

function valueText(value: ConstantValue, type: IntegerType | FloatType): string {
  if (typeof value !== 'bigint') {
    const format = floatFormat(type as FloatType)!;
    return `${formatFloat(value, { conversion: 'a', precision: null, alternate: false, upper: false, format })}${type.name === 'float' ? 'f' : type.name === 'long double' ? 'l' : ''}`;
  }
  const magnitude = value < 0n ? -value : value;
  if (type.name !== 'int128' && type.name !== 'uint128') {
    return value < -(2n ** 63n) + 1n
      ? '(-9223372036854775807ll - 1)'
      : `${value < 0n ? '-' : ''}${magnitude}${value >= 0n && value >> 63n ? 'ull' : 'll'}`;
  }
  const word = (index: bigint): string =>
    `((unsigned __int128)0x${((BigInt.asUintN(128, value) >> (64n * index)) & (2n ** 64n - 1n)).toString(16)}ull)`;
  return `(${formatType(type)})(${word(1n)} << 64 | ${word(0n)})`;
}
