import type { SourceLocation } from '../../base/source.ts';
import type { Expression, FunctionDeclaration, Statement, Variable } from '../ast.ts';
import type { CType } from '../types/types.ts';

/** Pieces of code that the parser makes itself. */

export function number(value: bigint, type: CType, at: SourceLocation): Expression {
  return { kind: 'integer', type, at, value };
}

export function placeOf(variable: Variable, at: SourceLocation): Expression {
  return { kind: 'variable', type: variable.type, at, variable };
}

export function read(variable: Variable, at: SourceLocation): Expression {
  return { kind: 'load', type: variable.type, at, operand: placeOf(variable, at) };
}

export function callOf(callee: FunctionDeclaration, list: readonly Expression[], at: SourceLocation): Expression {
  const { type } = callee;
  return {
    kind: 'call',
    type: type.result,
    at,
    callee: { kind: 'function', type, at, function: callee },
    arguments: list,
  };
}

export function evaluated(expression: Expression): Statement {
  return { kind: 'expression', at: expression.at, expression };
}
