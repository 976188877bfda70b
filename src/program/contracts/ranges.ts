import type { Expression, Variable } from '../../c/ast.ts';
import { number } from '../../c/parse/hidden-code.ts';
import { integerRange } from '../../c/types/arithmetic.ts';
import type { Layout } from '../../c/types/layout.ts';
import { isInteger } from '../../c/types/type-basics.ts';
import { stripped } from './syntax.ts';

/** The ranges of bound variables of quantifiers. */

/** The values that a bound variable takes in a condition of the form `first <= k && k < end ==> body`. */
export interface BoundRange {
  readonly first: Expression;
  /** The comparison that ends the range. */
  readonly within: Expression;
  /** The greatest value of the variable's type, at which a loop ends in any case; null: the range ends below. */
  readonly last: bigint | null;
}

export function rangeOf(layout: Layout, bound: Variable, condition: Expression): BoundRange | null {
  if (!isInteger(bound.type)) return null;
  const { min, max } = integerRange(bound.type, layout);
  let first: Expression | null = min === 0n ? number(0n, bound.type, bound.at) : null;
  let end: Omit<BoundRange, 'first'> | null = null;
  for (const part of alternatives(condition)) {
    if (part.kind !== 'not') continue;
    for (const e of conjuncts(part.operand)) {
      if (e.kind !== 'compare') continue;
      const [left, right] = [isRead(e.left, bound), isRead(e.right, bound)];
      if (left === right) continue;
      const operator = left ? e.operator : MIRRORED[e.operator];
      const value = stripped(left ? e.right : e.left);
      const constant = value.kind === 'integer' ? value.value : null;
      if (operator === '<' || operator === '<=') {
        const below = constant !== null && (operator === '<' ? constant <= max : constant < max);
        end ??= { within: e, last: below ? null : max };
      } else if (operator === '>=' || operator === '>') {
        const least = constant === null ? null : operator === '>' ? constant + 1n : constant;
        if (least !== null && least >= min && least <= max) first = number(least, bound.type, bound.at);
        else if (operator === '>=' && value.type === bound.type) first = value;
      }
    }
  }
  return end === null || first === null ? null : { first, ...end };
}

const MIRRORED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' } as const;

function alternatives(e: Expression): readonly Expression[] {
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

function isRead(e: Expression, variable: Variable): boolean {
  let inner = e;
  while (inner.kind === 'convert') inner = inner.operand;
  return inner.kind === 'load' && inner.operand.kind === 'variable' && inner.operand.variable === variable;
}
