import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import type { Name } from '../lex/names.ts';
import type { Context } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import { formatType, isPointer, isRecord, qualifiersOf, withQualifiers } from '../type/type-tools.ts';
import type { RecordDefinition } from '../types.ts';
import { rvalue } from './conversions.ts';
import { dereference } from './nodes.ts';

/** Indices from the record down to the member of that name, through anonymous members (C11 6.7.2.1p13), or null. */
export function memberPath(definition: RecordDefinition, name: string): number[] | null {
  const fields = definition.fields ?? [];
  const index = fields.findIndex((field) => field.name === name);
  if (index >= 0) return [index];
  for (const [outer, field] of fields.entries()) {
    if (field.name !== null || !isRecord(field.type)) continue;
    const inner = memberPath(field.type.definition, name);
    if (inner) return [outer, ...inner];
  }
  return null;
}

/** `base.name` or `base->name`. */
export function member(c: Context, base: Expression, arrow: boolean, name: Name, at: SourceLocation): Expression {
  let e = base;
  if (arrow) {
    const pointer = rvalue(c, base);
    if (!isPointer(pointer.type) || !isRecord(pointer.type.target)) throw failure('C1424', ['->', formatType(pointer.type)], at);
    e = dereference(pointer, at);
  }
  const { type } = e;
  if (!isRecord(type)) throw failure('C1424', ['.', formatType(type)], at);
  if (type.definition.fields === null) throw failure('C1303', [formatType(type)], at);
  const path = memberPath(type.definition, name.text);
  if (path === null) throw failure('C1425', [formatType(type), name.text], at);
  for (const index of path) e = memberNode(e, index, at);
  return e;
}

/** One step into a record, anonymous members included. */
function memberNode(base: Expression, index: number, at: SourceLocation): Expression {
  const { type } = base;
  if (!isRecord(type)) throw failure('C1424', ['.', formatType(type)], at);
  const field = type.definition.fields![index]!;
  return { kind: 'member', type: withQualifiers(field.type, qualifiersOf(type)), at, base, index, field };
}
