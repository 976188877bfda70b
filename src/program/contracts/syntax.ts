import { LemmataError, unreachable } from '../../base/errors.ts';
import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Statement, Variable } from '../../c/ast.ts';
import { INT } from '../../c/types/type-basics.ts';

/** Small pieces of syntax trees, of which the hidden functions of contracts are made. */

export function not(operand: Expression): Expression {
  return operand.kind === 'not' ? operand.operand : { kind: 'not', type: INT, at: operand.at, operand };
}

export function both(left: Expression | null, right: Expression): Expression {
  return left === null ? right : { kind: 'logical', type: INT, at: right.at, operator: '&&', left, right };
}

export function when(condition: Expression | null, body: readonly Statement[], at: SourceLocation): Statement {
  const then: Statement = { kind: 'block', at, body, end: at };
  return condition === null ? then : { kind: 'if', at, condition, then, otherwise: null };
}

export function declared(variable: Variable, value: Expression | null = null): Statement {
  const initializer = value === null ? null : { zeroFirst: false, entries: [{ path: [], value }] };
  return { kind: 'declaration', at: variable.at, variable, initializer };
}

export function assignment(target: Expression, value: Expression): Statement {
  const { at, type } = target;
  return { kind: 'expression', at, expression: { kind: 'assign', type, at, target, value } };
}

/** Returns the expression with other variables. Throws E-INTERNAL for one that no clause may have. */
export function substituted(e: Expression, other: ReadonlyMap<Variable, Variable>): Expression {
  const of = (part: Expression): Expression => substituted(part, other);
  switch (e.kind) {
    case 'integer':
    case 'float':
    case 'string':
    case 'function':
    case 'label-address':
      return e;
    case 'variable':
      return { ...e, variable: other.get(e.variable) ?? e.variable };
    case 'array-decay':
    case 'address':
    case 'dereference':
    case 'load':
    case 'negate':
    case 'complement':
    case 'not':
    case 'convert':
    case 'complex-part':
      return { ...e, operand: of(e.operand) };
    case 'member':
      return { ...e, base: of(e.base) };
    case 'binary':
    case 'compare':
    case 'pointer-difference':
    case 'logical':
    case 'comma':
      return { ...e, left: of(e.left), right: of(e.right) };
    case 'pointer-add':
      return { ...e, pointer: of(e.pointer), index: of(e.index) };
    case 'conditional':
      return {
        ...e,
        condition: of(e.condition),
        then: e.then === null ? null : of(e.then),
        otherwise: of(e.otherwise),
      };
    case 'call':
      return { ...e, callee: of(e.callee), arguments: e.arguments.map(of) };
    case 'builtin':
      return { ...e, arguments: e.arguments.map(of) };
    case 'sizeof-variable':
      return e;
    case 'assign':
    case 'compound-assign':
    case 'increment':
    case 'compound-literal':
    case 'statement-expression':
    case 'va-arg':
      throw new LemmataError('E-INPUT', 'a clause has no effects', e.at);
    default:
      return unreachable(e);
  }
}

/** Whether a part of the expression, or the expression itself, is such a term of contracts. */
export function hasTerm(e: Expression, names: readonly string[]): boolean {
  switch (e.kind) {
    case 'builtin':
      return names.includes(e.name) || e.arguments.some((part) => hasTerm(part, names));
    case 'logical':
    case 'compare':
    case 'binary':
      return hasTerm(e.left, names) || hasTerm(e.right, names);
    case 'not':
    case 'convert':
    case 'load':
    case 'negate':
    case 'complement':
      return hasTerm(e.operand, names);
    case 'conditional':
      return hasTerm(e.condition, names) || (e.then !== null && hasTerm(e.then, names)) || hasTerm(e.otherwise, names);
    default:
      return false;
  }
}
