import type { SourceLocation } from '../../base/source.ts';
import type { Expression, FunctionDeclaration, Statement, Variable } from '../ast.ts';
import { INT } from '../types/type-basics.ts';
import type { CType } from '../types/types.ts';

/** Pieces of code that the parser makes itself, and passes over syntax trees. */

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

export function not(operand: Expression): Expression {
  return operand.kind === 'not' ? operand.operand : { kind: 'not', type: INT, at: operand.at, operand };
}

export function compare(operator: '<' | '<=' | '==' | '!=' | '>', left: Expression, right: Expression): Expression {
  return { kind: 'compare', type: INT, at: left.at, operator, left, right };
}

export function joined(operator: '&&' | '||', left: Expression, right: Expression): Expression {
  return { kind: 'logical', type: INT, at: left.at, operator, left, right };
}

export function conditional(condition: Expression, then: Expression, otherwise: Expression): Expression {
  return { kind: 'conditional', type: then.type, at: then.at, condition, then, otherwise };
}

export function converted(operand: Expression, type: CType): Expression {
  return operand.type === type ? operand : { kind: 'convert', type, at: operand.at, operand, explicit: true };
}

const KEPT: ReadonlySet<Expression['kind']> = new Set(['builtin', 'logical', 'integer', 'not', 'compare']);

/** The condition below conversions that keep its value. */
export function stripped(condition: Expression): Expression {
  let e = condition;
  while (e.kind === 'convert' && KEPT.has(e.operand.kind)) e = e.operand;
  return e;
}
