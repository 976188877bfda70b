import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import { failure } from '../parse/failures.ts';
import { isRecord, qualifiersOf, withQualifiers } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import type { RecordDefinition } from '../types/types.ts';

/** The steps from a record to its members. */

/**
 * Returns the indices from the record down to the member of that name, through anonymous members (C11
 * 6.7.2.1p13), or null.
 */
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

/** Returns one step into a record, possibly to an anonymous member. */
export function memberNode(base: Expression, index: number, at: SourceLocation): Expression {
  const { type } = base;
  if (!isRecord(type)) throw failure('C1424', ['.', formatType(type)], at);
  const field = type.definition.fields![index];
  return { kind: 'member', type: withQualifiers(field.type, qualifiersOf(type)), at, base, index, field };
}
