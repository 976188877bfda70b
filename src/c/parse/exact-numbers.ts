import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import { convertNode, rvalue } from '../semantics/conversions.ts';
import { logical } from '../semantics/operators.ts';
import { integerRange } from '../types/arithmetic.ts';
import { INT, INT128, isInteger, LLONG, UINT, ULLONG } from '../types/type-basics.ts';
import type { IntegerType } from '../types/types.ts';
import type { Context } from './context.ts';
import { failure } from './failures.ts';

/**
 * Numbers of ACSL are mathematical. An operation here has the first type that holds its operands and all results
 * that they allow, so that nothing wraps.
 */

/** All values that a number may have. */
export interface NumberRange {
  readonly min: bigint;
  readonly max: bigint;
}

const TYPES: readonly IntegerType[] = [INT, UINT, LLONG, ULLONG, INT128];

/** The values of operations that were made here. */
const known = new WeakMap<Expression, NumberRange>();

interface Chain {
  readonly operators: readonly string[];
  readonly operands: readonly Expression[];
}

/** The comparisons that one may extend, as in `0 <= i < n`. */
const chains = new WeakMap<Expression, Chain>();

type Comparison = '<' | '<=' | '>' | '>=' | '==' | '!=';

/**
 * Builds an operation on mathematical numbers; null for operands that are no integers. Throws a located failure where
 * no type is wide enough, and for operators that numbers do not have.
 */
export function exactOperation(
  c: Context,
  operator: string,
  left: Expression,
  right: Expression,
  at: SourceLocation,
): Expression | null {
  if (isComparison(operator)) return chained(c, operator, left, right, at);
  const [a, b] = [rvalue(c, left), rvalue(c, right)];
  if (!isInteger(a.type) || !isInteger(b.type)) {
    if (a.type.kind !== 'pointer' && b.type.kind !== 'pointer')
      throw failure('C1336', [`${operator} on other numbers than integers in a clause of ACSL`], at);
    return null;
  }
  const [x, y] = [numbersOf(c, a), numbersOf(c, b)];
  const result = resultOf(operator, x, y);
  if (result === null) throw failure('C1336', [`${operator} in a clause of ACSL`], at);
  const type = typeFor([x, y, result], at);
  const e: Expression = {
    kind: 'binary',
    type,
    at,
    operator: operator as '+',
    left: convertNode(c, a, type, false),
    right: convertNode(c, b, type, false),
  };
  known.set(e, result);
  return e;
}

/** The two expressions in the first type that holds all their values; as they are if one is no integer. */
export function united(c: Context, left: Expression, right: Expression): readonly [Expression, Expression] {
  if (!isInteger(left.type) || !isInteger(right.type)) return [left, right];
  const type = typeFor([numbersOf(c, left), numbersOf(c, right)], left.at);
  return [convertNode(c, left, type, false), convertNode(c, right, type, false)];
}

/** All values that an integer may have by its form. */
export function numbersOf(c: Context, e: Expression): NumberRange {
  if (e.kind === 'integer') return { min: e.value, max: e.value };
  const made = known.get(e);
  if (made !== undefined) return made;
  if (!isInteger(e.type)) return integerRange(INT128, c.layout);
  const all = integerRange(e.type, c.layout);
  if (e.kind !== 'convert' || !isInteger(e.operand.type)) return all;
  const inner = numbersOf(c, e.operand);
  return holds(all, inner) ? inner : all;
}

/** The first type that holds the values. Throws a located failure if there is none. */
export function typeFor(ranges: readonly NumberRange[], at: SourceLocation): IntegerType {
  const type = TYPES.find((one) => ranges.every((range) => holds(WIDTHS[one.name]!, range)));
  if (type === undefined) throw failure('C1336', ['a number of more than 128 bits in a clause of ACSL'], at);
  return type;
}

/** The values of each type, which are the same in all data models. */
const WIDTHS: Readonly<Partial<Record<IntegerType['name'], NumberRange>>> = {
  int: { min: -(2n ** 31n), max: 2n ** 31n - 1n },
  uint: { min: 0n, max: 2n ** 32n - 1n },
  llong: { min: -(2n ** 63n), max: 2n ** 63n - 1n },
  ullong: { min: 0n, max: 2n ** 64n - 1n },
  int128: { min: -(2n ** 127n), max: 2n ** 127n - 1n },
};

function holds(outer: NumberRange, inner: NumberRange): boolean {
  return outer.min <= inner.min && inner.max <= outer.max;
}

function resultOf(operator: string, x: NumberRange, y: NumberRange): NumberRange | null {
  const over = (values: readonly bigint[]): NumberRange => ({
    min: values.reduce((a, b) => (b < a ? b : a)),
    max: values.reduce((a, b) => (b > a ? b : a)),
  });
  const most = over([x.min, -x.min, x.max, -x.max]);
  switch (operator) {
    case '+':
      return { min: x.min + y.min, max: x.max + y.max };
    case '-':
      return { min: x.min - y.max, max: x.max - y.min };
    case '*':
      return over([x.min * y.min, x.min * y.max, x.max * y.min, x.max * y.max]);
    case '/':
      return most;
    case '%':
      return { min: x.min < 0n ? most.min : 0n, max: x.max > 0n ? most.max : 0n };
    default:
      return null;
  }
}

function isComparison(operator: string): operator is Comparison {
  return ['<', '<=', '>', '>=', '==', '!='].includes(operator);
}

/** A comparison, which may be the next one of a chain. */
function chained(
  c: Context,
  operator: Comparison,
  left: Expression,
  right: Expression,
  at: SourceLocation,
): Expression | null {
  const chain = chains.get(left);
  const operands = [...(chain?.operands ?? [rvalue(c, left)]), rvalue(c, right)];
  const operators = [...(chain?.operators ?? []), operator];
  if (!operands.every(({ type }) => isInteger(type))) return chain === undefined ? null : refuse(at);
  const last = operands.length - 1;
  const compared = (i: number, j: number, by: Comparison): Expression => {
    const [a, b] = united(c, operands[i], operands[j]);
    return { kind: 'compare', type: INT, at, operator: by, left: a, right: b };
  };
  let all: Expression | null = null;
  const add = (e: Expression): void => {
    all = all === null ? e : logical(c, '&&', all, e, at);
  };
  // Comparisons with the ends of the chain give each variable between them a range.
  const rising = operators.every((one) => one === '<' || one === '<=');
  if (rising)
    for (let i = 0; i < last; i++)
      for (const [from, to] of i === 0 ? [[0, last] as const] : [[0, i] as const, [i, last] as const])
        if (to - from > 1) add(compared(from, to, operators.slice(from, to).includes('<') ? '<' : '<='));
  for (const [i, one] of operators.entries()) add(compared(i, i + 1, one as Comparison));
  if (all !== null) chains.set(all, { operators, operands });
  return all;
}

function refuse(at: SourceLocation): never {
  throw failure('C1336', ['a chain of comparisons of other values than integers'], at);
}
