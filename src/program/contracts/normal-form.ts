import type { Expression } from '../../c/ast.ts';
import { joined, not, stripped } from '../../c/parse/hidden-code.ts';
import { hasTerm } from './syntax.ts';

/** Terms that need statements of their own. */
export const STATED = ['$is_fresh', '$valid', '$forall', '$exists'];

const OTHER: Readonly<Record<string, string>> = { $forall: '$exists', $exists: '$forall' };

/**
 * The condition in a form in which a term that needs statements stands below conjunctions, disjunctions and
 * quantifiers alone, as far as it has one. Only the outermost operator is in that form.
 */
export function normalForm(condition: Expression): Expression {
  const e = stripped(condition);
  if (!hasTerm(e, STATED)) return e;
  if (e.kind === 'compare' && isTruth(e.left) && isTruth(e.right)) {
    if (e.operator === '==') return equivalence(e.left, e.right);
    if (e.operator === '!=') return equivalence(e.left, not(stripped(e.right)));
  }
  if (e.kind !== 'not') return e;
  const inner = normalForm(e.operand);
  if (inner.kind === 'not') return normalForm(inner.operand);
  if (inner.kind === 'logical') {
    const [left, right] = [not(stripped(inner.left)), not(stripped(inner.right))];
    return { ...inner, operator: inner.operator === '&&' ? '||' : '&&', left, right };
  }
  if (inner.kind !== 'builtin' || !(inner.name in OTHER)) return e;
  const [bound, body] = inner.arguments;
  return { ...inner, name: OTHER[inner.name], arguments: [bound, not(stripped(body))] };
}

function equivalence(left: Expression, right: Expression): Expression {
  const either = (a: Expression, b: Expression): Expression => joined('||', not(stripped(a)), b);
  return joined('&&', either(left, right), either(right, left));
}

/** Whether the expression is 0 or 1. */
function isTruth(e: Expression): boolean {
  const inner = stripped(e);
  return (
    ['compare', 'logical', 'not'].includes(inner.kind) || (inner.kind === 'builtin' && STATED.includes(inner.name))
  );
}

/** The side of a disjunction that is a condition of C; null: neither is. */
export function plainSide({ left, right }: Expression & { kind: 'logical' }): Expression | null {
  return [left, right].find((side) => !hasTerm(side, STATED)) ?? null;
}
