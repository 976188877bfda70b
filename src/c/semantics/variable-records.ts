import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import type { Context } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import { hasQualifier, isRecord, isVariableRecord, pointerTo, sizeType, withQualifiers } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import { type ArrayType, type CType, Qualifier, type VariableRecord } from '../types/types.ts';
import { call, libraryFunction } from './calls.ts';
import { convertNode } from './conversions.ts';
import { memberNode, memberPath } from './member-nodes.ts';
import { addressOf, dereference, isLvalue, refuseVariableRecord } from './nodes.ts';
import { pointerAdd } from './operators.ts';

/**
 * Expressions with structs and unions of variable size, which are arrays of bytes (see
 * parse/variable-records.ts).
 */

type BytesOfRecord = ArrayType & { readonly record: VariableRecord };

/**
 * Returns a member of such a record, found through anonymous members. `base` is an lvalue. Throws
 * C1425.
 */
export function variableMember(
  c: Context,
  base: Expression,
  type: BytesOfRecord,
  name: string,
  at: SourceLocation,
): Expression {
  const found = find(c, base, type, name, at);
  if (found === null) throw failure('C1425', [formatType(type), name], at);
  return found;
}

function find(c: Context, base: Expression, type: BytesOfRecord, name: string, at: SourceLocation): Expression | null {
  const { fields } = c.program.variableRecords.get(type.record.id)!;
  for (const [index, field] of fields.entries()) {
    if (field.name === name) return memberAt(c, base, type, index, at);
    if (field.name !== null) continue;
    if (isVariableRecord(field.type)) {
      const inner = find(c, memberAt(c, base, type, index, at), field.type, name, at);
      if (inner !== null) return inner;
    } else if (isRecord(field.type)) {
      const path = memberPath(field.type.definition, name);
      if (path === null) continue;
      let e = memberAt(c, base, type, index, at);
      for (const step of path) e = memberNode(e, step, at);
      return e;
    }
  }
  return null;
}

/** Returns the member with that index, through a pointer to the record's bytes. */
function memberAt(c: Context, base: Expression, type: BytesOfRecord, index: number, at: SourceLocation): Expression {
  const { fixed, places } = c.program.variableRecords.get(type.record.id)!;
  const place = places[index];
  const qualifiers = type.element.qualifiers ?? Qualifier.none;
  const as = (target: CType, pointer: Expression) =>
    convertNode(c, pointer, pointerTo(withQualifiers(target, qualifiers)), true);
  if (place.kind === 'fixed') {
    const part = dereference(as({ kind: fixed.kind, definition: fixed }, addressOf(base, at)), at);
    return memberNode(part, place.index, at);
  }
  const start = as(type.element, addressOf(base, at));
  return dereference(as(place.type, pointerAdd(c, start, place.offset, false, at)), at);
}

/**
 * Builds `target = value`, which copies the bytes. Its value is the target afterwards. Throws C1409,
 * C1410, C1404 and C1336.
 */
export function assignVariableRecord(
  c: Context,
  target: Expression,
  value: Expression,
  at: SourceLocation,
): Expression {
  const { type } = target;
  if (!isVariableRecord(type) || !isLvalue(target)) throw failure('C1409', [], at);
  if (hasQualifier(type.element, 'const')) throw failure('C1410', [], at);
  if (!isVariableRecord(value.type) || value.type.record.id !== type.record.id)
    throw failure('C1404', ['assignment', formatType(type), formatType(value.type)], at);
  if (!isLvalue(value)) refuseVariableRecord(value.type, 'a value', at);
  const size: Expression = { kind: 'sizeof-variable', type: sizeType(c.model), at, of: type, operand: null };
  const copy = call(c, libraryFunction(c, 'memmove', at), [addressOf(target, at), addressOf(value, at), size], at);
  // `memmove` returns the address of the target, which holds the assignment's value.
  return dereference(convertNode(c, copy, pointerTo(type), true), at);
}
