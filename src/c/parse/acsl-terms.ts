import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Variable } from '../ast.ts';
import { convertNode, rvalue, testable } from '../semantics/conversions.ts';
import { integerNode, sizeNode } from '../semantics/nodes.ts';
import { logical, not } from '../semantics/operators.ts';
import { INT, isInteger, pointerTo, sizeType, VOID } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import type { CType, IntegerType } from '../types/types.ts';
import { accept, type Context, type ContractState, deepen, expect, type NamedValue, withState } from './context.ts';
import { exactOperation, numbersOf, typeFor } from './exact-numbers.ts';
import { failure } from './failures.ts';

/** Terms that only clauses of ACSL have. Their names begin with `$` in place of the backslash. */

/** Reads a condition. */
export function predicate(c: Context): Expression {
  return testable(c, c.grammar.conditional(c));
}

/** Reads a term of ACSL after its name. */
export function exactTerm(c: Context, state: ContractState, name: string, at: SourceLocation): Expression {
  switch (name) {
    case '$true':
    case '$false':
      return integerNode(name === '$true' ? 1n : 0n, INT, at);
    case '$null':
      return convertNode(c, integerNode(0n, INT, at), pointerTo(VOID), true);
    case '$result':
      if (state.result === null) throw failure('C1336', ['\\result where there is no result'], at);
      return { kind: 'variable', type: state.result.type, at, variable: state.result };
    case '$forall':
    case '$exists':
      return quantified(c, state, name, at);
    case '$old':
      return earlier(c, state.olds, '$old', false, at);
    case '$at':
      return earlier(c, null, '$at', true, at);
    case '$valid':
    case '$valid_read': {
      const all = locations(c).map(({ pointer, size }): Expression => {
        return { kind: 'builtin', name: '$valid', type: INT, at, arguments: [pointer, size] };
      });
      return all.reduce((a, b) => logical(c, '&&', a, b, at));
    }
    case '$separated': {
      const list = locations(c);
      const pairs = list.flatMap((a, i) => list.slice(i + 1).map((b) => [a, b] as const));
      const apart = pairs.map(([a, b]): Expression => {
        const given = [a.pointer, a.size, b.pointer, b.size];
        return { kind: 'builtin', name: '$separated', type: INT, at, arguments: given };
      });
      return apart.reduce((a, b) => logical(c, '&&', a, b, at));
    }
    default:
      throw failure('C1336', [`\\${name.slice(1)} of ACSL`], at);
  }
}

/** Reads the value of an expression at the call, or where a loop is entered. */
function earlier(
  c: Context,
  given: NamedValue[] | null,
  name: string,
  hasLabel: boolean,
  at: SourceLocation,
): Expression {
  const { contract } = c;
  expect(c, '(');
  const value = rvalue(c, c.grammar.assignment(c));
  let values = given;
  if (hasLabel) {
    expect(c, ',');
    const label = c.scanner.spelling;
    c.scanner.advance();
    if (label === 'Here' || label === 'Post') values = null;
    else if (label === 'Pre' || label === 'Old') values = contract?.olds ?? null;
    else if (label === 'LoopEntry') values = contract?.entries ?? null;
    expect(c, ')');
    if (label === 'Here' || (label === 'Post' && contract?.olds != null)) return value;
    // Before the call, there is only one time.
    if (values === null && label === 'Pre' && contract?.result === null && contract.entries === null) return value;
  } else expect(c, ')');
  if (values === null) throw failure('C1336', [`\\${name.slice(1)} in this clause`], at);
  const variable = c.program.newVariable(`${name}${values.length}`, value.type, at, {
    storage: 'automatic',
    scope: null,
  });
  const bound = contract?.bound ?? [];
  values.push({ variable, value, ...(bound.length === 0 ? {} : { bound: [...bound] }) });
  return { kind: 'variable', type: variable.type, at, variable };
}

interface Location {
  readonly pointer: Expression;
  /** Bytes, as a value of `size_t`. */
  readonly size: Expression;
}

/** Reads `(location, ...)`: pointers, of which ranges of indices mean several. */
function locations(c: Context): readonly Location[] {
  const { at } = c.scanner;
  expect(c, '(');
  const list = c.grammar.arguments(c);
  return list.map((e) => bytesFrom(c, rvalue(c, e), at));
}

/** The bytes that a pointer means, which may have a range of indices. */
export function bytesFrom(c: Context, e: Expression, at: SourceLocation): Location {
  let pointer = e;
  while (pointer.kind === 'convert' && pointer.operand.type.kind === 'pointer') pointer = pointer.operand;
  if (pointer.type.kind !== 'pointer') throw failure('C1418', [], at);
  const { target } = pointer.type;
  const size = target.kind === 'void' || target.kind === 'function' ? null : c.layout.sizeOf(target);
  if (size === null) throw failure('C1303', [formatType(target)], at);
  let index = pointer.kind === 'pointer-add' ? pointer.index : null;
  while (index?.kind === 'convert') index = index.operand;
  if (pointer.kind !== 'pointer-add' || index?.kind !== 'builtin' || index.name !== '$range')
    return { pointer, size: sizeNode(c, size, at) };
  const [low, high] = index.arguments;
  if (low.kind !== 'integer' || low.value !== 0n)
    throw failure('C1336', ['a range of indices that does not begin at 0'], at);
  return { pointer: pointer.pointer, size: bytesOf(c, countOf(c, high, at), size, at) };
}

function countOf(c: Context, high: Expression, at: SourceLocation): Expression {
  const isLess =
    high.kind === 'binary' && high.operator === '-' && high.right.kind === 'integer' && high.right.value === 1n;
  let less = isLess ? high.left : null;
  while (less?.kind === 'convert' && isInteger(less.operand.type)) less = less.operand;
  return less ?? exactOperation(c, '+', high, integerNode(1n, INT, at), at) ?? high;
}

function bytesOf(c: Context, count: Expression, each: bigint, at: SourceLocation): Expression {
  const type = sizeType(c.model);
  if (count.kind === 'integer') return sizeNode(c, count.value < 0n ? 0n : count.value * each, at);
  const zero = integerNode(0n, count.type, at);
  const some: Expression =
    numbersOf(c, count).min >= 0n
      ? count
      : {
          kind: 'conditional',
          type: count.type,
          at,
          condition: { kind: 'compare', type: INT, at, operator: '>', left: count, right: zero },
          then: count,
          otherwise: zero,
        };
  const left = convertNode(c, some, type, false);
  return { kind: 'binary', type, at, operator: '*', left, right: sizeNode(c, each, at) };
}

/** Reads the rest of a range of indices behind its first one; returns an expression that begins none. */
export function withRange(c: Context, low: Expression, at: SourceLocation): Expression {
  if (c.contract?.isExact !== true || !accept(c, ':')) return low;
  const high = rvalue(c, c.grammar.conditional(c));
  return { kind: 'builtin', name: '$range', type: INT, at, arguments: [rvalue(c, low), high] };
}

/** Reads `integer i, j; condition` behind the name of a quantifier. */
function quantified(c: Context, state: ContractState, name: '$forall' | '$exists', at: SourceLocation): Expression {
  deepen(c);
  const isInfinite = c.scanner.spelling === 'integer';
  const specified = isInfinite ? null : c.grammar.specifiers(c, true).type;
  if (isInfinite) c.scanner.advance();
  const begin = c.scanner.mark();
  const olds = state.olds?.length ?? 0;
  const read = (types: readonly (CType | null)[]) => {
    c.scopes.enter();
    const variables: Variable[] = [];
    do {
      const declarator = c.grammar.declarator(c, types[variables.length] ?? specified ?? INT, 'named');
      const variable = c.program.newVariable(declarator.name!.text, declarator.type, declarator.at, {
        storage: 'automatic',
        scope: null,
      });
      const isDefinition = true;
      c.scopes.declare(declarator.name!, {
        ...{ kind: 'variable', variable, type: variable.type, isDefinition, isRegister: false },
        ...{ depth: c.scopes.depth, at: declarator.at },
      });
      variables.push(variable);
    } while (accept(c, ','));
    expect(c, ';');
    const bound = [...state.bound, ...variables];
    const body = withState(c, { ...state, bound }, () => predicate(c));
    c.scopes.leave();
    return { variables, body };
  };
  const wide = read([]);
  const types = wide.variables.map((variable) => specified ?? boundType(c, name, variable, wide.body, at));
  c.scanner.rewind(begin);
  if (state.olds !== null) state.olds.length = olds;
  const { variables, body } = read(types);
  c.depth--;
  return nested(c, name, variables, body, at);
}

/** The first type that holds all values of a range. Throws a located failure if the condition names no range. */
function boundType(c: Context, name: string, variable: Variable, body: Expression, at: SourceLocation): IntegerType {
  let [min, max]: [bigint | null, bigint | null] = [null, null];
  for (const e of guardsIn(name, body)) {
    if (e.kind !== 'compare') continue;
    const isLeft = isRead(e.left, variable);
    if (!isLeft && !isRead(e.right, variable)) continue;
    const range = numbersOf(c, isLeft ? e.right : e.left);
    const upper = isLeft === (e.operator === '<' || e.operator === '<=');
    const strict = e.operator === '<' || e.operator === '>' ? 1n : 0n;
    if (e.operator === '==' || e.operator === '!=') continue;
    if (upper) max = max === null || range.max - strict < max ? range.max - strict : max;
    else min = min === null || range.min + strict > min ? range.min + strict : min;
  }
  if (min === null || max === null || max >= 2n ** 127n - 1n || min <= -(2n ** 127n))
    throw failure('C1336', [`a quantifier over '${variable.name}' without a range`], at);
  return typeFor([{ min, max: max < min ? min : max }], at);
}

/** A quantifier for each variable. Each has in front what is known of it and of the ones before. */
function nested(
  c: Context,
  name: '$forall' | '$exists',
  variables: readonly Variable[],
  body: Expression,
  at: SourceLocation,
): Expression {
  const guards = guardsIn(name, body);
  return variables.reduceRight<Expression>((inner, variable, i) => {
    const later = variables.slice(i + 1);
    const own = guards.filter((e) => mentions(e, variable) && !later.some((one) => mentions(e, one)));
    const guard = own.reduce<Expression | null>((a, b) => (a === null ? b : logical(c, '&&', a, b, at)), null);
    let condition = inner;
    if (later.length > 0 && guard !== null)
      condition =
        name === '$forall' ? logical(c, '||', not(c, guard, at), inner, at) : logical(c, '&&', guard, inner, at);
    const bound: Expression = { kind: 'variable', type: variable.type, at, variable };
    return { kind: 'builtin', name, type: INT, at, arguments: [bound, condition] };
  }, body);
}

/** The conditions that the range of a quantifier consists of. */
function guardsIn(name: string, body: Expression): readonly Expression[] {
  if (name === '$exists') return parts(body, '&&');
  return parts(body, '||').flatMap((one) => (one.kind === 'not' ? parts(one.operand, '&&') : []));
}

function parts(e: Expression, operator: '&&' | '||'): readonly Expression[] {
  let inner = e;
  while (inner.kind === 'convert') inner = inner.operand;
  return inner.kind === 'logical' && inner.operator === operator
    ? [...parts(inner.left, operator), ...parts(inner.right, operator)]
    : [inner];
}

function isRead(e: Expression, variable: Variable): boolean {
  let inner = e;
  while (inner.kind === 'convert') inner = inner.operand;
  return inner.kind === 'load' && inner.operand.kind === 'variable' && inner.operand.variable === variable;
}

function mentions(e: Expression, variable: Variable): boolean {
  if (e.kind === 'compare') return mentions(e.left, variable) || mentions(e.right, variable);
  if (e.kind === 'binary') return mentions(e.left, variable) || mentions(e.right, variable);
  if (e.kind === 'convert') return mentions(e.operand, variable);
  return isRead(e, variable);
}
