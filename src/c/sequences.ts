import type { SourceLocation } from '../base/source.ts';
import type { Expression, Statement, Variable } from './ast.ts';
import type { Context } from './context.ts';
import { rvalue } from './conversions.ts';
import type { CType } from './types.ts';

/** Expressions that execute statements first: written with GNU statement expressions. */

/** Puts the lengths of VLA types that an expression mentions before its value. */
export function withLengths(lengths: readonly Statement[], e: Expression): Expression {
  return lengths.length === 0 ? e : sequence(lengths, e, e.type, e.at);
}

export function sequence(body: readonly Statement[], result: Expression | null, type: CType, at: SourceLocation): Expression {
  return { kind: 'statement-expression', type, at, body: { kind: 'block', at, body, end: at }, result };
}

/** A hidden automatic variable that holds `value`, and the statement that declares it. */
export function temporary(
  c: Context,
  value: Expression,
  at: SourceLocation,
): { variable: Variable; declaration: Statement; read: () => Expression } {
  const { type } = value;
  const variable = c.program.newVariable('$temporary', type, at, { storage: 'automatic', scope: c.function?.id ?? null });
  c.function?.locals.push(variable);
  const declaration: Statement = {
    kind: 'declaration',
    at,
    variable,
    initializer: { zeroFirst: false, entries: [{ path: [], value }] },
  };
  return { variable, declaration, read: () => rvalue(c, { kind: 'variable', type, at, variable }) };
}
