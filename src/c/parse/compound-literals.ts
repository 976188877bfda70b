import type { SourceLocation } from '../../base/source.ts';
import { formatType, isComplete, isFunction } from '../../types/type-tools.ts';
import type { CType } from '../../types/types.ts';
import type { Expression } from '../ast.ts';
import type { Context } from './context.ts';
import { failure } from './failures.ts';

/**
 * Reads the initialiser list of a compound literal (C11 6.5.2.5), which becomes a hidden object,
 * static at file scope.
 */
export function compoundLiteral(c: Context, type: CType, at: SourceLocation): Expression {
  const unknownLength = type.kind === 'array' && type.length === 'unknown' && isComplete(type.element);
  if (isFunction(type) || (!isComplete(type) && !unknownLength)) throw failure('C1303', [formatType(type)], at);
  const isStatic = c.function === null;
  const result = c.grammar.initializer(c, type, isStatic);
  const variable = c.program.newVariable('$literal', result.type, at, {
    storage: isStatic ? 'static' : 'automatic',
    scope: c.function?.id ?? null,
  });
  if (isStatic) variable.initializer = result.initializer;
  else c.function!.locals.push(variable);
  return { kind: 'compound-literal', type: result.type, at, variable, initializer: result.initializer };
}
