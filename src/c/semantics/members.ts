import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import type { Name } from '../lex/names.ts';
import type { Context } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import { formatType, isPointer, isRecord, isVariableRecord, isVariablyModified } from '../types/type-tools.ts';
import type { CType } from '../types/types.ts';
import { rvalue } from './conversions.ts';
import { memberNode, memberPath } from './member-nodes.ts';
import { dereference } from './nodes.ts';
import { variableMember } from './variable-records.ts';

/** Builds `base.name` or `base->name`. */
export function member(c: Context, base: Expression, arrow: boolean, name: Name, at: SourceLocation): Expression {
  let e = base;
  if (arrow) {
    const pointer = rvalue(c, base);
    if (!isPointer(pointer.type) || !(isRecord(pointer.type.target) || isVariableRecord(pointer.type.target)))
      throw failure('C1424', ['->', formatType(pointer.type)], at);
    e = dereference(pointer, at);
  }
  const { type } = e;
  if (isVariableRecord(type)) return variableMember(c, e, type, name.text, at);
  if (!isRecord(type)) throw failure('C1424', ['.', formatType(type)], at);
  if (type.definition.fields === null) throw failure('C1303', [formatType(type)], at);
  const path = memberPath(type.definition, name.text);
  if (path === null) throw failure('C1425', [formatType(type), name.text], at);
  for (const index of path) e = memberNode(e, index, at);
  refuseInNested(c, e.type, at);
  return e;
}

/** Refuses a type whose size only the enclosing function may know. Throws C1336. */
function refuseInNested(c: Context, type: CType, at: SourceLocation): void {
  const nested = c.function !== null && c.function.outer !== null;
  if (nested && isVariablyModified(type))
    throw failure('C1336', ['a member of a variable type in a nested function'], at);
}
