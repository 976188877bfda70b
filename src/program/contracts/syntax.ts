import { LemmataError, unreachable } from '../../base/errors.ts';
import type { SourceLocation } from '../../base/source.ts';
import type { AssignedBytes, Contract, Expression, Statement, Variable } from '../../c/ast.ts';
import { joined, placeOf, stripped } from '../../c/parse/hidden-code.ts';
import { pointerTo } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import { visitExpression, withParts } from '../lowering/children.ts';

/** Small pieces of syntax trees, of which the hidden functions of contracts are made. */

/** A loop of a syntax tree. */
export type Loop = Statement & { readonly kind: 'while' | 'do' | 'for' };

export function both(left: Expression | null, right: Expression): Expression {
  return left === null ? right : joined('&&', left, right);
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

/** Returns the expression with other variables. Throws E-INPUT for one with effects. */
export function substituted(e: Expression, other: ReadonlyMap<Variable, Variable>): Expression {
  switch (e.kind) {
    case 'variable':
      return { ...e, variable: other.get(e.variable) ?? e.variable };
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
      return withParts(e, (part) => substituted(part, other));
  }
}

/** Whether a part of the expression, or the expression itself, is such a term of contracts. */
export function hasTerm(e: Expression, names: readonly string[]): boolean {
  return termsIn(e).some(({ name }) => names.includes(name));
}

/** Whether the expression is an assertion or assumption with quantifiers. */
export function isStatement(e: Expression): e is Expression & { readonly kind: 'builtin' } {
  return e.kind === 'builtin' && (e.name === '$assert' || e.name === '$assume');
}

/** The variables that quantifiers of the expression bind. */
export function boundIn(e: Expression): readonly Variable[] {
  return termsIn(e).flatMap(({ name, arguments: [first] }) =>
    (name === '$forall' || name === '$exists') && first.kind === 'variable' ? [first.variable] : [],
  );
}

/** All `builtin` nodes of the expression, outer ones first. */
export function termsIn(e: Expression): readonly (Expression & { kind: 'builtin' })[] {
  const found: (Expression & { kind: 'builtin' })[] = [];
  const visitor = {
    expression(part: Expression): void {
      if (part.kind === 'builtin') found.push(part);
      visitExpression(part, visitor);
    },
    statement(): void {},
  };
  visitor.expression(e);
  return found;
}

/** Returns the statement with others in place of its loops, inner ones first, and of those without statements inside. */
export function mapped(s: Statement, other: (s: Statement) => Statement): Statement {
  switch (s.kind) {
    case 'block':
      return { ...s, body: s.body.map((one) => mapped(one, other)) };
    case 'if':
      return {
        ...s,
        then: mapped(s.then, other),
        otherwise: s.otherwise === null ? null : mapped(s.otherwise, other),
      };
    case 'while':
    case 'do':
    case 'for':
      return other({ ...s, body: mapped(s.body, other) });
    case 'switch':
    case 'case':
    case 'default':
    case 'label':
      return { ...s, body: mapped(s.body, other) };
    case 'empty':
    case 'expression':
    case 'declaration':
    case 'cleanup':
    case 'vla-length':
    case 'goto':
    case 'computed-goto':
    case 'break':
    case 'continue':
    case 'unsupported':
    case 'return':
    case 'asm':
      return other(s);
    default:
      return unreachable(s);
  }
}

export function start(object: Variable, element: CType, at: SourceLocation): Expression {
  return { kind: 'array-decay', type: pointerTo(element), at, operand: placeOf(object, at) };
}

/** The form of expressions, without their places and conversions of pointers. */
export function shapeOf(expressions: readonly Expression[]): string {
  const bare = expressions.map((e) => {
    let inner = e;
    while (inner.kind === 'convert' && inner.operand.type.kind === 'pointer') inner = inner.operand;
    return inner;
  });
  return JSON.stringify(bare, (key, value: unknown) =>
    key === 'at' || key === 'type' || key === 'field' ? undefined : typeof value === 'bigint' ? `${value}` : value,
  );
}

/** The targets of a function, where `whole` and `rest` have the size of the object that a precondition states. */
export function targetsOf({ clauses }: Contract, kind: 'assigns' | 'frees'): readonly AssignedBytes[] {
  const fresh = clauses.flatMap((clause) => (clause.kind === 'requires' ? freshIn(clause.condition) : []));
  return clauses.flatMap((clause) =>
    clause.kind !== kind
      ? []
      : clause.targets.map((target) => {
          if (target.size !== 'whole' && target.size !== 'rest') return target;
          const known = fresh.find(([pointer]) => shapeOf([pointer]) === shapeOf([target.pointer]));
          return known === undefined ? target : { ...target, size: known[1] };
        }),
  );
}

/** Whether each `was_freed` of the condition is about a pointer that the contract says to be released always. */
export function namesReleased(contract: Contract, condition: Expression): boolean {
  const always = targetsOf(contract, 'frees').filter((target) => target.condition === null);
  const released = new Set(always.map(({ pointer }) => shapeOf([pointer])));
  const atCall = new Map(contract.olds.map(({ variable, value }) => [variable, value]));
  const earlier = (e: Expression): Expression =>
    (e.kind === 'load' && e.operand.kind === 'variable' ? atCall.get(e.operand.variable) : undefined) ?? e;
  return termsIn(condition).every(
    ({ name, arguments: [pointer] }) => name !== '$was_freed' || released.has(shapeOf([earlier(stripped(pointer))])),
  );
}

/** Pointers and sizes of the fresh objects that a precondition states. */
function freshIn(e: Expression): readonly (readonly [pointer: Expression, size: Expression])[] {
  if (e.kind === 'convert' || e.kind === 'not') return freshIn(e.operand);
  if (e.kind === 'logical') return [...freshIn(e.left), ...freshIn(e.right)];
  return e.kind === 'builtin' && e.name === '$is_fresh' ? [[e.arguments[0], e.arguments[1]]] : [];
}

/** Tells of two pointers whether one of the conditions says that they are separated. */
export function separatedIn(conditions: readonly Expression[]): (one: Expression, other: Expression) => boolean {
  const pairs = new Set<string>();
  const see = (condition: Expression): void => {
    const e = stripped(condition);
    if (e.kind === 'logical' && e.operator === '&&') [e.left, e.right].forEach(see);
    else if (e.kind === 'builtin' && e.name === '$separated') {
      const [one, , other] = e.arguments;
      pairs.add(shapeOf([one, other])).add(shapeOf([other, one]));
    }
  };
  conditions.forEach(see);
  return (one, other) => pairs.has(shapeOf([one, other]));
}

/** The end of a run without blame. */
export function ended(at: SourceLocation): Statement {
  const expression: Expression = { kind: 'builtin', name: '__builtin_trap', type: { kind: 'void' }, at, arguments: [] };
  return { kind: 'expression', at, expression };
}
