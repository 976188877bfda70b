import type { Expression, Label } from '../ast.ts';

/**
 * Returns the labels of `&&label - &&base`, with any conversions around it; null for other
 * expressions.
 */
export function labelDifference(e: Expression): { readonly label: Label; readonly base: Label } | null {
  const difference = withoutConversions(e);
  if (difference.kind !== 'pointer-difference') return null;
  const [left, right] = [withoutConversions(difference.left), withoutConversions(difference.right)];
  return left.kind === 'label-address' && right.kind === 'label-address'
    ? { label: left.label, base: right.label }
    : null;
}

/** Returns the expression inside the conversions around it. */
export function withoutConversions(e: Expression): Expression {
  let inner = e;
  while (inner.kind === 'convert') inner = inner.operand;
  return inner;
}
