import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Statement, Variable } from '../ast.ts';
import { convertNode, rvalue } from '../semantics/conversions.ts';
import { sizeType } from '../types/type-basics.ts';
import type { CType } from '../types/types.ts';
import type { Context } from './context.ts';

/**
 * Makes a hidden variable of type `size_t` for a part of a type of variable size, and the statement
 * that sets it.
 */
export function sizeVariable(
  c: Context,
  name: '$length' | '$offset' | '$size',
  value: Expression,
  at: SourceLocation,
): Variable {
  const type = sizeType(c.model);
  const variable = c.program.newVariable(name, type, at, { storage: 'automatic', scope: c.function?.id ?? null });
  if (!c.inPrototype) c.function!.locals.push(variable);
  const statement: Statement = {
    kind: 'vla-length',
    at,
    variable,
    length: convertNode(c, rvalue(c, value), type, false),
  };
  c.lengths.push(statement);
  return variable;
}

/** Reads a type name within an expression. `lengths` compute its lengths where the expression is evaluated. */
export function typeWithLengths(c: Context): { readonly type: CType; readonly lengths: readonly Statement[] } {
  const outer = c.lengths;
  c.lengths = [];
  const type = c.grammar.typeName(c);
  const { lengths } = c;
  c.lengths = outer;
  return { type, lengths };
}
