import type { Expression, Variable } from '../../c/ast.ts';
import { number, stripped } from '../../c/parse/hidden-code.ts';
import { integerRange } from '../../c/types/arithmetic.ts';
import type { Layout } from '../../c/types/layout.ts';
import { isInteger } from '../../c/types/type-basics.ts';
import { type SyntaxVisitor, visitExpression, visitStatement, withParts } from './children.ts';

/** The values of the variables that quantifiers bind. */

/** The values that a bound variable takes in a condition of the form `first <= k && k < end ==> body`. */
export interface BoundRange {
  readonly first: Expression;
  /** The comparison that ends the range. */
  readonly within: Expression;
  /** The greatest value of the variable's type, at which a loop ends in any case; null: the range ends below. */
  readonly last: bigint | null;
}

/**
 * The range of a bound variable; null: it has none of that form. A comparison after a conversion that changes
 * values may hold again behind its end, so that it ends no range with such values.
 */
export function rangeOf(layout: Layout, bound: Variable, condition: Expression): BoundRange | null {
  if (!isInteger(bound.type)) return null;
  const { min, max } = integerRange(bound.type, layout);
  let first: Expression | null = min === 0n ? number(0n, bound.type, bound.at) : null;
  let end: (Omit<BoundRange, 'first'> & { readonly compared: Expression }) | null = null;
  for (const part of alternatives(condition)) {
    if (part.kind !== 'not') continue;
    for (const e of conjuncts(part.operand)) {
      if (e.kind !== 'compare') continue;
      const [left, right] = [isRead(e.left, bound), isRead(e.right, bound)];
      // An end that moves with the variable, as in `k < a[k]`, ends no range.
      if (left === right || mentions(left ? e.right : e.left, bound)) continue;
      const operator = left ? e.operator : MIRRORED[e.operator];
      const other = left ? e.right : e.left;
      const value = stripped(other);
      const constant = constantOf(layout, other);
      const compared = left ? e.left : e.right;
      if (operator === '<' || operator === '<=') {
        const below = constant !== null && (operator === '<' ? constant <= max : constant < max);
        end ??= { within: e, last: below ? null : max, compared };
      } else if (keepsValues(layout, compared) && (operator === '>=' || operator === '>')) {
        const least = constant === null ? null : operator === '>' ? constant + 1n : constant;
        if (least !== null && least >= min && least <= max) first = number(least, bound.type, bound.at);
        else if (operator === '>=' && value.type === bound.type) first = value;
      }
    }
  }
  if (end === null || first === null) return null;
  const { within, last, compared } = end;
  const isPositive = first.kind === 'integer' && first.value >= 0n;
  return keepsValues(layout, compared, isPositive) ? { first, within, last } : null;
}

/** All values of a bound variable in a range between constants; null if they are more than `most`. */
export function fewValues(
  layout: Layout,
  bound: Variable,
  condition: Expression,
  most: bigint,
): readonly bigint[] | null {
  const range = rangeOf(layout, bound, condition);
  if (range === null || range.last !== null || range.within.kind !== 'compare') return null;
  const { left, right, operator } = range.within;
  const [first, end] = [range.first, isRead(left, bound) ? right : left].map((e) => constantOf(layout, e));
  if (first === null || end === null) return null;
  const after = operator === '<' || operator === '>' ? end : end + 1n;
  const count = after - first;
  return count > most ? null : Array.from({ length: Math.max(0, Number(count)) }, (_, i) => first + BigInt(i));
}

/** The expression with a value in place of reads of the variable. */
export function withValue(e: Expression, variable: Variable, value: Expression): Expression {
  if (e.kind === 'load' && e.operand.kind === 'variable' && e.operand.variable === variable) return value;
  return withParts(e, (part) => withValue(part, variable, value));
}

/** The value of a constant that a conversion may stand around; null: the expression is none. */
function constantOf(layout: Layout, e: Expression): bigint | null {
  const inner = stripped(e);
  if (inner.kind !== 'integer' || !isInteger(e.type)) return null;
  const { min, max } = integerRange(e.type, layout);
  return inner.value >= min && inner.value <= max ? inner.value : null;
}

/** Whether no conversion around the operand changes its value, or none that is not negative. */
function keepsValues(layout: Layout, e: Expression, isPositive = false): boolean {
  if (e.kind !== 'convert') return true;
  const { type, operand } = e;
  if (!isInteger(type) || !isInteger(operand.type)) return false;
  const [from, to] = [integerRange(operand.type, layout), integerRange(type, layout)];
  const least = isPositive && from.min < 0n ? 0n : from.min;
  return to.min <= least && from.max <= to.max && keepsValues(layout, operand, isPositive);
}

const MIRRORED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' } as const;

/** The parts of a disjunction. */
export function alternatives(e: Expression): readonly Expression[] {
  const inner = stripped(e);
  return inner.kind === 'logical' && inner.operator === '||'
    ? [...alternatives(inner.left), ...alternatives(inner.right)]
    : [inner];
}

function conjuncts(e: Expression): readonly Expression[] {
  const inner = stripped(e);
  return inner.kind === 'logical' && inner.operator === '&&'
    ? [...conjuncts(inner.left), ...conjuncts(inner.right)]
    : [inner];
}

export function mentions(e: Expression, variable: Variable): boolean {
  let isThere = false;
  const visitor: SyntaxVisitor = {
    expression(part) {
      isThere ||= part.kind === 'variable' && part.variable === variable;
      if (!isThere) visitExpression(part, visitor);
    },
    statement: (s) => visitStatement(s, visitor),
  };
  visitor.expression(e);
  return isThere;
}

/** Whether the expression is the value of the variable, converted or not. */
export function isRead(e: Expression, variable: Variable): boolean {
  let inner = e;
  while (inner.kind === 'convert') inner = inner.operand;
  return inner.kind === 'load' && inner.operand.kind === 'variable' && inner.operand.variable === variable;
}
