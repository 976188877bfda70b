import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Statement } from '../ast.ts';
import { increment } from '../semantics/assignments.ts';
import { castToUnion } from '../semantics/casts.ts';
import { cast } from '../semantics/conversions.ts';
import { integerNode, sizeNode } from '../semantics/nodes.ts';
import { not, withLengths } from '../semantics/operators.ts';
import { addressTaken, arithmeticUnary, complexPart, indirection } from '../semantics/unary-operators.ts';
import { holderOf, ownWidth } from '../semantics/wide-bitfields.ts';
import {
  INT,
  isComplete,
  isFunction,
  isVariableLength,
  isVoid,
  pointerTo,
  sizeType,
  VOID,
  withQualifiers,
} from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import { type CType, Qualifier } from '../types/types.ts';
import { withRange } from './acsl-terms.ts';
import { type Context, deepen, expect, sees, setHeight, unexpected } from './context.ts';
import { exactOperation } from './exact-numbers.ts';
import { failure } from './failures.ts';
import { labelOf } from './labels.ts';
import { finishCompoundLiteral, parsePostfix, parsePrimaryPostfix } from './parse-postfix.ts';
import { typeWithLengths } from './sizes.ts';
import { startsType } from './specifiers.ts';

/** Casts and unary operators (C11 6.5.3, 6.5.4). */

/** Reads a cast expression or a unary expression. */
export function parseCast(c: Context): Expression {
  const { scanner } = c;
  const { kind } = scanner;
  switch (kind) {
    case 'identifier':
    case 'number':
      return parsePrimaryPostfix(c);
    case '(': {
      const { at } = scanner;
      deepen(c);
      scanner.advance();
      const result = startsType(c) ? parseTyped(c, at) : parsePostfix(c, parseParenthesized(c, at));
      c.depth--;
      return result;
    }
    case '&':
    case '*':
    case '+':
    case '-':
    case '~':
    case '!':
    case '++':
    case '--':
    case 'sizeof':
    case '_Alignof':
    case '__alignof':
    case '__extension__':
    case '__real__':
    case '__imag__': {
      const { at } = scanner;
      deepen(c);
      scanner.advance();
      const result = parseUnary(c, kind, at);
      c.depth--;
      return result;
    }
    case '&&':
      return parseLabelAddress(c);
    default:
      return parsePrimaryPostfix(c);
  }
}

/** Reads an expression in parentheses after its `(`. */
function parseParenthesized(c: Context, at: SourceLocation): Expression {
  if (sees(c, '{')) {
    const result = c.grammar.statementExpression(c, at);
    setHeight(c, 1);
    return result;
  }
  const e = withRange(c, c.grammar.expression(c), at);
  expect(c, ')');
  return e;
}

/** Reads the storage classes of a compound literal (C23). */
function readStorage(c: Context): Set<string> {
  const found = new Set<string>();
  if (c.standard !== 'c23') return found;
  while (['static', 'register', 'constexpr', '_Thread_local'].includes(c.scanner.kind)) {
    if (found.has(c.scanner.kind)) throw failure('C1302', [], c.scanner.at);
    found.add(c.scanner.kind);
    c.scanner.advance();
  }
  return found;
}

function literalWith(
  c: Context,
  type: CType,
  at: SourceLocation,
  storage: ReadonlySet<string>,
  lengths: readonly Statement[],
): Expression {
  const own = storage.has('constexpr') ? withQualifiers(type, Qualifier.const) : type;
  return finishCompoundLiteral(c, own, at, { storage, lengths });
}

/** Reads a cast or compound literal after its `(`. */
function parseTyped(c: Context, at: SourceLocation): Expression {
  const storage = readStorage(c);
  const { type, lengths } = typeWithLengths(c);
  expect(c, ')');
  if (sees(c, '{')) return parsePostfix(c, literalWith(c, type, at, storage, lengths));
  if (storage.size > 0) throw unexpected(c, 'an initialiser list');
  const operand = parseCast(c);
  setHeight(c, c.height + 1);
  const result = type.kind === 'union' ? castToUnion(c, operand, type, at) : cast(c, operand, type, at);
  return withLengths(lengths, result);
}

type UnaryToken =
  | '&'
  | '*'
  | '+'
  | '-'
  | '~'
  | '!'
  | '++'
  | '--'
  | 'sizeof'
  | '_Alignof'
  | '__alignof'
  | '__extension__'
  | '__real__'
  | '__imag__';

function parseUnary(c: Context, kind: UnaryToken, at: SourceLocation): Expression {
  if (kind === 'sizeof') return parseSizeof(c, at);
  if (kind === '_Alignof' || kind === '__alignof') return parseAlignof(c, kind, at);
  const operand = parseCast(c);
  if (kind === '__extension__') return operand;
  setHeight(c, c.height + 1);
  switch (kind) {
    case '&':
      return addressTaken(c, operand, at);
    case '*':
      return indirection(c, operand, at);
    case '+':
    case '-':
    case '~':
      if (c.contract?.isExact === true) {
        const exact = exactOperation(c, kind, integerNode(0n, INT, at), operand, at);
        if (exact !== null) return exact;
      }
      return arithmeticUnary(c, kind, operand, at);
    case '!':
      return not(c, operand, at);
    case '++':
      return increment(c, operand, 1, true, at);
    case '--':
      return increment(c, operand, -1, true, at);
    case '__real__':
      return complexPart(c, 'real', operand, at);
    case '__imag__':
      return complexPart(c, 'imaginary', operand, at);
  }
}

/** Reads the operand of `sizeof` and `_Alignof`: a type, or an expression that is not evaluated. */
function parseOperand(c: Context): { type: CType; e: Expression | null; lengths: Statement[] } {
  const outer = c.lengths;
  c.lengths = [];
  let type: CType;
  let e: Expression | null = null;
  if (sees(c, '(')) {
    const { at } = c.scanner;
    c.scanner.advance();
    if (startsType(c)) {
      const storage = readStorage(c);
      type = c.grammar.typeName(c);
      expect(c, ')');
      if (sees(c, '{')) e = parsePostfix(c, literalWith(c, type, at, storage, []));
    } else e = parsePostfix(c, parseParenthesized(c, at));
  } else e = parseCast(c);
  if (e !== null) type = e.type;
  const { lengths } = c;
  c.lengths = outer;
  setHeight(c, 1);
  return { type: type!, e, lengths };
}

function parseSizeof(c: Context, at: SourceLocation): Expression {
  const { type, e, lengths } = parseOperand(c);
  if (e !== null && e.kind === 'member' && e.field.bits !== undefined) throw failure('C1417', ['sizeof'], at);
  const bits = e === null ? null : ownWidth(c, e);
  if (bits !== null) return sizeNode(c, c.layout.sizeOf(holderOf(bits))!, at);
  if (isVariableLength(type)) {
    const node: Expression = {
      kind: 'sizeof-variable',
      type: sizeType(c.model),
      at,
      of: type,
      operand: e !== null && hasEffects(e) ? e : null,
    };
    return withLengths(lengths, node);
  }
  if (isFunction(type) || isVoid(type)) return sizeNode(c, 1n, at);
  const size = isComplete(type) ? c.layout.sizeOf(type) : null;
  if (size === null) throw failure('C1303', [formatType(type)], at);
  return sizeNode(c, size, at);
}

/**
 * Whether the operand of `sizeof` has effects. It is evaluated if it is a VLA; a plain name needs no
 * evaluation.
 */
function hasEffects(e: Expression): boolean {
  return e.kind !== 'variable';
}

function parseAlignof(c: Context, kind: '_Alignof' | '__alignof', at: SourceLocation): Expression {
  const { type, e } = parseOperand(c);
  if (isFunction(type) || isVoid(type)) return sizeNode(c, BigInt(e?.kind === 'function' ? e.function.align : 1), at);
  if (e?.kind === 'member') {
    if (e.field.bits !== undefined) throw failure('C1417', [kind], at);
    const record = e.base.type;
    if (record.kind === 'struct' || record.kind === 'union') {
      return sizeNode(c, BigInt(c.layout.record(record.definition).fields[e.index].align), at);
    }
  }
  if (!isComplete(type) && type.kind !== 'array') throw failure('C1303', [formatType(type)], at);
  const bits = e === null ? null : ownWidth(c, e);
  if (bits !== null) return sizeNode(c, BigInt(c.layout.alignOf(holderOf(bits))), at);
  return sizeNode(
    c,
    BigInt(kind === '_Alignof' && e === null ? c.layout.minAlignOf(type) : c.layout.alignOf(type)),
    at,
  );
}

/** Reads GNU's `&&label`. */
function parseLabelAddress(c: Context): Expression {
  const { scanner } = c;
  const { at } = scanner;
  scanner.advance();
  if (!sees(c, 'identifier')) throw unexpected(c, 'a label');
  const { label } = labelOf(c, scanner.name, scanner.at);
  label.addressTaken = true;
  scanner.advance();
  setHeight(c, 1);
  return { kind: 'label-address', type: pointerTo(VOID), at, label };
}
