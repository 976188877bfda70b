import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Initializer } from '../ast.ts';
import type { Context } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import { isPointer } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import { compatibleUnqualified } from '../types/type-relations.ts';
import type { RecordType } from '../types/types.ts';
import { assigned, cast, rvalue } from './conversions.ts';

/**
 * GNU's casts to a union type, and arguments for transparent unions: a hidden union with one member
 * set.
 */

/**
 * Builds a cast to a union type, whose member of the operand's type is set. Throws C1405 if there is
 * no such member.
 */
export function castToUnion(c: Context, operand: Expression, type: RecordType, at: SourceLocation): Expression {
  const v = rvalue(c, operand);
  if ((v.type.kind === 'union' || v.type.kind === 'struct') && v.type.definition === type.definition)
    return cast(c, v, type, at);
  const index = (type.definition.fields ?? []).findIndex((field) => compatibleUnqualified(field.type, v.type));
  if (index < 0) throw failure('C1405', [formatType(v.type), formatType(type)], at);
  return unionWith(c, type, index, v, at);
}

/** Returns the argument for a parameter of transparent union type; null if no member takes it. */
export function transparentArgument(
  c: Context,
  v: Expression,
  type: RecordType,
  at: SourceLocation,
): Expression | null {
  const fields = type.definition.fields ?? [];
  let index = fields.findIndex((field) => compatibleUnqualified(field.type, v.type));
  if (index < 0 && (isPointer(v.type) || v.kind === 'integer'))
    index = fields.findIndex((field) => isPointer(field.type));
  return index < 0 ? null : unionWith(c, type, index, assigned(c, v, fields[index].type, 'argument', at), at);
}

function unionWith(c: Context, type: RecordType, index: number, value: Expression, at: SourceLocation): Expression {
  const isStatic = c.function === null;
  const variable = c.program.newVariable('$literal', type, at, {
    storage: isStatic ? 'static' : 'automatic',
    scope: c.function?.id ?? null,
  });
  c.function?.locals.push(variable);
  const initializer: Initializer = { zeroFirst: true, entries: [{ path: [index], value }] };
  if (isStatic) variable.initializer = initializer;
  return rvalue(c, { kind: 'compound-literal', type, at, variable, initializer });
}
