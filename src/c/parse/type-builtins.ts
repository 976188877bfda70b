import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import { constantInteger, tryConstantInteger } from '../semantics/constants.ts';
import { convertNode, rvalue } from '../semantics/conversions.ts';
import { memberPath } from '../semantics/member-nodes.ts';
import { intNode, refuseVariableRecord, sizeNode } from '../semantics/nodes.ts';
import { binary, withLengths } from '../semantics/operators.ts';
import { ownWidth } from '../semantics/wide-bitfields.ts';
import { isComplete, isFunction, isRecord, isVariableRecord, sizeType, unqualified } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import { compatible, compatibleUnqualified } from '../types/type-relations.ts';
import type { CType } from '../types/types.ts';
import { accept, type Context, expect, sees, setHeight, unexpected } from './context.ts';
import { failure } from './failures.ts';
import { typeWithLengths } from './sizes.ts';

/** Primary expressions that take types as operands. */

/**
 * Reads `_Generic(control, type: value, default: value)` (C11 6.5.1.1). Only the chosen association
 * remains.
 */
export function parseGeneric(c: Context, at: SourceLocation): Expression {
  c.scanner.advance();
  expect(c, '(');
  const control = rvalue(c, c.grammar.assignment(c));
  if (ownWidth(c, control) !== null) throw failure('C1336', ["'_Generic' of a bit-field"], at);
  const type = unqualified(control.type);
  let chosen: Expression | null = null;
  let otherwise: Expression | null = null;
  let height = 0;
  let matches = 0;
  while (accept(c, ',')) {
    if (accept(c, 'default')) {
      expect(c, ':');
      otherwise = c.grammar.assignment(c);
    } else {
      const label = c.grammar.typeName(c);
      expect(c, ':');
      const value = c.grammar.assignment(c);
      if (compatible(label, type) && isNullType(label) === isNullType(type)) {
        if (++matches > 1) throw failure('C1428', [formatType(label)], at);
        chosen = value;
      }
    }
    height = Math.max(height, c.height);
  }
  expect(c, ')');
  setHeight(c, height);
  const result = chosen ?? otherwise;
  if (result === null) throw failure('C1429', [formatType(type)], at);
  return result;
}

/** Whether the type is `nullptr_t`. */
function isNullType(type: CType): boolean {
  return type.kind === 'pointer' && type.isNull === true;
}

/** Reads `__builtin_va_arg(list, type)`. */
export function parseVaArg(c: Context, at: SourceLocation): Expression {
  c.scanner.advance();
  expect(c, '(');
  const list = c.grammar.assignment(c);
  const { height } = c;
  expect(c, ',');
  const { type: named, lengths } = typeWithLengths(c);
  const type = unqualified(named);
  expect(c, ')');
  setHeight(c, height + 1);
  refuseVariableRecord(type, 'an argument', at);
  if (type.kind === 'array' || isFunction(type) || (!isComplete(type) && type.kind !== 'void'))
    throw failure('C1303', [formatType(type)], at);
  return withLengths(lengths, { kind: 'va-arg', type, at, list });
}

/** Reads `__builtin_offsetof(type, a.b[1].c)`: an integer constant unless a subscript is variable. */
export function parseOffsetof(c: Context, at: SourceLocation): Expression {
  c.scanner.advance();
  expect(c, '(');
  let type: CType = c.grammar.typeName(c);
  expect(c, ',');
  let offset = 0n;
  let variable: Expression | null = null;
  const step = (): void => {
    const place = c.scanner.at;
    if (!sees(c, 'identifier')) throw unexpected(c, 'a member name');
    if (isVariableRecord(type))
      throw failure('C1336', [`'offsetof' in '${type.record.name}', whose size is variable,`], place);
    if (!isRecord(type)) throw failure('C1424', ['.', formatType(type)], place);
    const path = memberPath(type.definition, c.scanner.name.text);
    if (path === null) throw failure('C1425', [formatType(type), c.scanner.name.text], place);
    for (const index of path) {
      if (!isRecord(type)) break;
      const field: { bits?: number; type: CType } = type.definition.fields![index];
      if (field.bits !== undefined) throw failure('C1417', ['offsetof'], place);
      offset += c.layout.record(type.definition).fields[index].offset;
      type = field.type;
    }
    c.scanner.advance();
  };
  step();
  for (;;) {
    if (accept(c, '.') || accept(c, '->')) step();
    else if (accept(c, '[')) {
      const index = c.grammar.expression(c);
      expect(c, ']');
      if (type.kind !== 'array') throw failure('C1423', [formatType(type), formatType(index.type)], at);
      type = type.element;
      const size = c.layout.sizeOf(type);
      if (size === null) throw failure('C1303', [formatType(type)], at);
      const constant = tryConstantInteger(c, index);
      if (constant !== null) offset += constant * size;
      else {
        const part = binary(
          c,
          '*',
          convertNode(c, rvalue(c, index), sizeType(c.model), false),
          sizeNode(c, size, at),
          at,
        );
        variable = variable === null ? part : binary(c, '+', variable, part, at);
      }
    } else break;
  }
  expect(c, ')');
  setHeight(c, 2);
  const constant = convertNode(
    c,
    { kind: 'integer', type: { kind: 'integer', name: 'llong' }, at, value: offset },
    sizeType(c.model),
    false,
  );
  return variable === null ? constant : binary(c, '+', variable, constant, at);
}

/** Reads `__builtin_choose_expr(constant, a, b)`. */
export function parseChooseExpr(c: Context): Expression {
  c.scanner.advance();
  expect(c, '(');
  const choice = constantInteger(c, c.grammar.assignment(c));
  expect(c, ',');
  const a = c.grammar.assignment(c);
  const { height } = c;
  expect(c, ',');
  const b = c.grammar.assignment(c);
  setHeight(c, Math.max(height, c.height));
  expect(c, ')');
  return choice !== 0n ? a : b;
}

/** Reads `__builtin_types_compatible_p(type, type)`. */
export function parseTypesCompatible(c: Context, at: SourceLocation): Expression {
  c.scanner.advance();
  expect(c, '(');
  const a = typeWithLengths(c).type;
  expect(c, ',');
  const b = typeWithLengths(c).type;
  expect(c, ')');
  setHeight(c, 1);
  // Here, unlike elsewhere, an enumeration is compatible only with itself.
  const enums = (a.kind === 'enum') !== (b.kind === 'enum');
  return intNode(!enums && compatibleUnqualified(unqualified(a), unqualified(b)) ? 1 : 0, at);
}
