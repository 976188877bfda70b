import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import type { Context } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import { BOOL, formatType, integerType, isInteger, isPointer, pointerTo } from '../types/type-tools.ts';
import type { IntegerName } from '../types/types.ts';
import { assigned } from './conversions.ts';

/**
 * Builds `__builtin_add_overflow` and its kin. The typed forms become the generic one on converted
 * arguments. The exact result of two integers of any types is stored through the pointer (or, `_p`,
 * only compared with the third argument's type).
 */
export function overflowCall(c: Context, name: string, list: readonly Expression[], at: SourceLocation): Expression {
  const typed = /^__builtin_([su])(add|sub|mul)(l|ll)?_overflow$/.exec(name);
  let [a, b, result] = list as [Expression, Expression, Expression];
  let generic = name;
  if (typed) {
    const base: IntegerName = typed[3] === 'll' ? 'llong' : typed[3] === 'l' ? 'long' : 'int';
    const type = integerType((typed[1] === 'u' ? `u${base}` : base) as IntegerName);
    a = assigned(c, a, type, 'argument');
    b = assigned(c, b, type, 'argument');
    result = assigned(c, result, pointerTo(type), 'argument');
    generic = `__builtin_${typed[2]}_overflow`;
  }
  const target = name.endsWith('_p') ? result.type : isPointer(result.type) ? result.type.target : null;
  if (!isInteger(a.type) || !isInteger(b.type) || target === null || !isInteger(target)) {
    throw failure('C1431', [name, formatType(a.type), formatType(b.type), formatType(result.type)], at);
  }
  return { kind: 'builtin', name: generic, type: BOOL, at, arguments: [a, b, result] };
}
