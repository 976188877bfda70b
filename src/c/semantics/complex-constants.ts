import type { Expression } from '../ast.ts';
import { isTrue } from '../types/arithmetic.ts';
import type { Layout } from '../types/layout.ts';
import { isComplex, isReal } from '../types/type-basics.ts';
import { foldedBinary, foldedCompare, foldedConvert } from './fold.ts';
import { intNode } from './nodes.ts';

type Literal = Expression & { readonly kind: 'integer' | 'float' };

/** The literal parts of a complex constant. A real operand has no imaginary part. */
interface ConstantParts {
  readonly real: Expression;
  readonly imaginary: Expression | null;
}

/**
 * Returns the parts of a folded complex expression; null if they are not constant. Quotients of
 * complex numbers depend on the compiler's library, as do products with a part that is not finite. They
 * are not computed.
 */
function constantParts(layout: Layout, e: Expression): ConstantParts | null {
  if (isLiteral(e)) return { real: e, imaginary: null };
  if (e.type.kind !== 'complex') return null;
  const { base } = e.type;
  const op = (operator: '+' | '-' | '*' | '/', left: Expression, right: Expression): Expression | null =>
    foldedBinary(layout, operator, left, right, base, e.at);
  switch (e.kind) {
    case 'builtin': {
      const [real, imaginary] = e.arguments;
      if (e.name !== '__builtin_complex' || !isLiteral(real) || !isLiteral(imaginary)) return null;
      return { real, imaginary };
    }
    case 'convert': {
      const parts = constantParts(layout, e.operand);
      const real = parts === null ? null : foldedConvert(layout, parts.real, base, true);
      if (parts === null || real === null) return null;
      if (parts.imaginary === null) return { real, imaginary: isReal(e.operand.type) ? null : zero(layout, e) };
      return joined(real, foldedConvert(layout, parts.imaginary, base, true));
    }
    case 'negate': {
      const parts = constantParts(layout, e.operand);
      return parts?.imaginary ? joined(negated(layout, parts.real), negated(layout, parts.imaginary)) : null;
    }
    case 'binary': {
      const [l, r] = [constantParts(layout, e.left), constantParts(layout, e.right)];
      if (l === null || r === null) return null;
      const [a, b, c, d] = [l.real, l.imaginary, r.real, r.imaginary];
      if (e.operator === '/') return b !== null && d === null ? joined(op('/', a, c), op('/', b, c)) : null;
      if (e.operator !== '+' && e.operator !== '-' && e.operator !== '*') return null;
      if (e.operator === '*') {
        if (b === null) return joined(op('*', a, c), d === null ? zero(layout, e) : op('*', a, d));
        if (d === null) return joined(op('*', a, c), op('*', b, c));
        const products = [op('*', a, c), op('*', b, d), op('*', a, d), op('*', b, c)];
        const [ac, bd, ad, bc] = products;
        if (!ac || !bd || !ad || !bc || !products.every(isFiniteLiteral)) return null;
        return joined(op('-', ac, bd), op('+', ad, bc));
      }
      const none = zero(layout, e);
      if (d === null) return joined(op(e.operator, a, c), b ?? none);
      if (b !== null) return joined(op(e.operator, a, c), op(e.operator, b, d));
      // A sum of a real number keeps the sign of the other's imaginary part.
      return joined(op(e.operator, a, c), e.operator === '+' ? d : negated(layout, d));
    }
    default:
      return null;
  }
}

function joined(real: Expression | null, imaginary: Expression | null): ConstantParts | null {
  return real === null || imaginary === null ? null : { real, imaginary };
}

/** A part of a folded complex expression; null if it is not constant. */
export function constantPart(layout: Layout, e: Expression, part: 'real' | 'imaginary'): Expression | null {
  const parts = constantParts(layout, e);
  return parts === null || part === 'real' ? (parts?.real ?? null) : (parts.imaginary ?? zero(layout, e));
}

/** The folded value of a complex expression; null if it is not constant. */
export function constantComplex(layout: Layout, e: Expression): Expression | null {
  const parts = constantParts(layout, e);
  const imaginary = parts?.imaginary ?? zero(layout, e);
  if (parts === null || imaginary === null) return null;
  return { kind: 'builtin', name: '__builtin_complex', type: e.type, at: e.at, arguments: [parts.real, imaginary] };
}

/** The conjugate of a folded complex expression; null if it is not constant. */
export function constantConjugate(layout: Layout, e: Expression): Expression | null {
  const parts = constantParts(layout, e);
  const imaginary = parts?.imaginary ? negated(layout, parts.imaginary) : null;
  if (parts === null || imaginary === null) return null;
  return { kind: 'builtin', name: '__builtin_complex', type: e.type, at: e.at, arguments: [parts.real, imaginary] };
}

/** Whether a folded complex expression is not zero; null if it is not constant. */
export function complexTruth(layout: Layout, e: Expression): boolean | null {
  const parts = constantParts(layout, e);
  if (parts === null || !isLiteral(parts.real)) return null;
  return (
    isTrue(parts.real.value) || (isLiteral(parts.imaginary ?? undefined) && isTrue((parts.imaginary as Literal).value))
  );
}

/** Whether two folded expressions, of which one is complex, are equal; null if they are not constant. */
export function complexEqual(layout: Layout, left: Expression, right: Expression): boolean | null {
  const equal = (part: 'real' | 'imaginary'): boolean | null => {
    const [l, r] = [constantPart(layout, left, part), constantPart(layout, right, part)];
    const folded = l === null || r === null ? null : foldedCompare('==', l, r, left.at);
    return folded?.kind === 'integer' ? folded.value !== 0n : null;
  };
  const [real, imaginary] = [equal('real'), equal('imaginary')];
  return real === null || imaginary === null ? null : real && imaginary;
}

function negated(layout: Layout, e: Expression): Expression | null {
  const minus = foldedConvert(layout, intNode(-1, e.at), e.type, true);
  return minus === null ? null : foldedBinary(layout, '*', e, minus, e.type, e.at);
}

/** The imaginary part of a real value. */
function zero(layout: Layout, e: Expression): Expression | null {
  const type = isComplex(e.type) ? e.type.base : e.type;
  return foldedConvert(layout, intNode(0, e.at), type, true);
}

function isLiteral(e: Expression | undefined): e is Literal {
  return e?.kind === 'integer' || e?.kind === 'float';
}

function isFiniteLiteral(e: Expression | null): boolean {
  return e?.kind !== 'float' || e.value.kind === 'finite';
}
