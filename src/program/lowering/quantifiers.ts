import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Statement } from '../../c/ast.ts';
import { compare, joined, not, number, placeOf, read } from '../../c/parse/hidden-code.ts';
import { INT } from '../../c/types/type-basics.ts';
import type { Expr } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import { type BoundRange, fewValues, rangeOf, withValue } from './bound-ranges.ts';
import type { FunctionBuilder } from './builder.ts';

type Quantifier = Expression & { readonly kind: 'builtin' };
type Bound = Expression & { readonly kind: 'variable' };

/** Most values of a range that are conditions each; others are turns of a loop. */
const MOST_VALUES = 64n;

export const QUANTIFIERS: readonly string[] = ['$forall', '$exists'];

/** The truth of a quantifier in code: its condition is evaluated for each value of its range. */
export function buildQuantifier(b: FunctionBuilder, e: Quantifier): Expr {
  const { at } = e;
  const isAll = e.name === '$forall';
  const [bound, inner] = e.arguments as [Bound, Expression];
  const { variable } = bound;
  const condition = isAll ? inner : not(inner);
  const few = fewValues(b.layout, variable, condition, MOST_VALUES);
  if (few !== null) {
    const all = few.map((value) => withValue(inner, variable, number(value, variable.type, at)));
    const none = number(isAll ? 1n : 0n, INT, at);
    return b.value(all.length === 0 ? none : all.reduce((left, right) => joined(isAll ? '&&' : '||', left, right)));
  }
  const range = rangeOf(b.layout, variable, condition);
  if (range === null) {
    b.unsupported('a quantifier without a range', at);
    return make.ZERO;
  }
  const result = b.context.newVariable('$holds', INT, 'automatic', b.declaration.id, at);
  b.addLocal(result);
  b.addLocal(variable);
  const set = (value: bigint): Statement => {
    const expression: Expression = {
      kind: 'assign',
      type: INT,
      at,
      target: placeOf(result, at),
      value: number(value, INT, at),
    };
    return { kind: 'expression', at, expression };
  };
  const decided: Statement = {
    kind: 'if',
    at,
    condition: not(condition),
    then: { kind: 'block', at, body: [set(isAll ? 0n : 1n), { kind: 'break', at }], end: at },
    otherwise: null,
  };
  b.statement(set(isAll ? 1n : 0n));
  b.statement(overRange(bound, range, [decided], at));
  return make.load(make.variablePlace(result));
}

/** A loop over the values of a range. */
export function overRange(
  bound: Bound,
  { first, within, last }: BoundRange,
  turn: readonly Statement[],
  at: SourceLocation,
): Statement {
  const { type, variable } = bound;
  const body = [...turn];
  if (last !== null) {
    const isLast = compare('==', read(variable, at), number(last, type, at));
    body.push({ kind: 'if', at, condition: isLast, then: { kind: 'break', at }, otherwise: null });
  }
  return {
    kind: 'for',
    at,
    init: [
      { kind: 'declaration', at, variable, initializer: { zeroFirst: false, entries: [{ path: [], value: first }] } },
    ],
    condition: within,
    step: { kind: 'increment', type, at, delta: 1, prefix: true, target: bound },
    body: { kind: 'block', at, body, end: at },
  };
}
