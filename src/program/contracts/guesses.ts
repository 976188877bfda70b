import type { Contract, Expression, FunctionDeclaration, Statement, Variable } from '../../c/ast.ts';
import { compare, converted, not, read } from '../../c/parse/hidden-code.ts';
import { INT, isInteger, valueType } from '../../c/types/type-basics.ts';
import { formatType } from '../../c/types/type-format.ts';
import type { CType } from '../../c/types/types.ts';
import { alternatives, isRead, mentions } from '../lowering/bound-ranges.ts';
import { normalForm } from './normal-form.ts';
import { visitorOf } from './reached-globals.ts';
import { type Loop, mapped, substituted } from './syntax.ts';

/** Most quantifiers, results and counters of a loop that are combined, and most guesses at one loop. */
const MOST_QUANTIFIERS = 4;
const MOST_COUNTERS = 3;
const MOST_RESULTS = 2;
const MOST_GUESSES = 16;

/** A condition that holds for all values of a variable. */
interface ForAll {
  readonly quantifier: Expression & { readonly kind: 'builtin' };
  readonly bound: Expression & { readonly kind: 'variable' };
}

/** An element with its value at the call. */
interface EarlierElement {
  readonly place: Expression;
  readonly index: Expression;
  readonly value: Variable;
}

/** Something that is required or ensured of all elements, in the variables of the body. */
interface Stated extends ForAll {
  readonly condition: Expression;
  /** Whether it is required: elements keep it until the counter passes them. */
  readonly isRequired: boolean;
  /** The variable that stands for the result; null: it says nothing about that. */
  readonly returns: Variable | null;
  /** The parts of the condition, as a disjunction, that say nothing about earlier values. */
  readonly outside: readonly Expression[];
  readonly earlier: readonly EarlierElement[];
}

interface Counter {
  readonly counter: Variable;
  readonly isRising: boolean;
}

/**
 * Invariants that the loops of a function may have. The contract ensures something of all elements. A loop may
 * ensure it of the elements that its counter has passed. The others may be as they were at the call, or as they were
 * required to be. A variable that the function returns stands for the result. `olds`: the
 * variables with earlier values at checked indices, by those of the contract. Engines try such guesses first, and
 * nothing rests on them.
 *
 *     ensures for all i in 0 .. n - 1: a[i] == old(a[n - 1 - i])
 *     for (k = 0; k < n / 2; k++)
 *       // for all i in 0 .. n - 1: i >= k || a[i] == old(a[n - 1 - i])
 *       // for all i in 0 .. n - 1: n - 1 - i >= k || a[i] == old(a[n - 1 - i])
 *       // for all i in 0 .. n - 1: i < k || n - 1 - i < k || a[n - 1 - i] == old(a[n - 1 - i])
 */
export function guessedInvariants(
  { definition }: FunctionDeclaration,
  contract: Contract,
  olds: ReadonlyMap<Variable, Variable>,
): (loop: Loop) => readonly Expression[] {
  if (definition === null) return () => [];
  const parameters = contract.parameters.map((parameter, i) => [parameter, definition.parameters[i]] as const);
  const parts = new Map([...parameters, ...olds]);
  const { result } = contract;
  const hidden = contract.olds.flatMap(({ variable }) => (olds.has(variable) ? [] : [variable]));
  const returned = result === null ? [] : returnedIn(definition.body, result.type);
  const inClauses = (kind: 'requires' | 'ensures') =>
    contract.clauses.flatMap((clause) =>
      clause.kind === kind
        ? quantifiersIn(clause.condition).map((one) => ({ ...one, isRequired: kind === 'requires' }))
        : [],
    );
  const stated = [...inClauses('ensures'), ...inClauses('requires')]
    .filter(({ quantifier }) => !hidden.some((variable) => mentions(quantifier, variable)))
    .flatMap(
      (
        one,
      ): readonly (typeof one & {
        readonly own: ReadonlyMap<Variable, Variable>;
        readonly returns: Variable | null;
      })[] =>
        result === null || !mentions(one.quantifier, result)
          ? [{ ...one, own: parts, returns: null }]
          : returned.map((returns) => ({ ...one, own: new Map([...parts, [result, returns]]), returns })),
    )
    .map(({ bound, quantifier, isRequired, own, returns }): Stated => {
      const condition = substituted(quantifier.arguments[1], own);
      const inside = contract.olds.filter(
        ({ variable, bound: around }) =>
          around?.length === 1 && around[0] === bound.variable && mentions(quantifier, variable),
      );
      const earlier = inside.flatMap(({ variable, value }): readonly EarlierElement[] => {
        const place = substituted(value, own);
        const index = indexIn(place, bound.variable);
        const kept = olds.get(variable);
        return index === null || kept === undefined ? [] : [{ place, index, value: kept }];
      });
      const outside = alternatives(condition).filter((part) => !earlier.some(({ value }) => mentions(part, value)));
      return { bound, quantifier, condition, isRequired, returns, outside, earlier };
    })
    .slice(0, MOST_QUANTIFIERS);
  return (loop) => {
    const counters = stated.length === 0 ? [] : countersOf(loop);
    const there = stated.filter(({ returns }) => returns === null || usesOutside(loop, returns));
    return there.flatMap((one) => guessesOf(one, counters, loop)).slice(0, MOST_GUESSES);
  };
}

function guessesOf(
  { bound, quantifier, condition, isRequired, outside, earlier }: Stated,
  counters: readonly Counter[],
  { at }: Loop,
): readonly Expression[] {
  const { type } = bound;
  const isPassed = (index: Expression, { counter, isRising }: Counter): Expression =>
    compare(isRising ? '<' : '>', converted(index, type), converted(read(counter, at), type));
  const element = read(bound.variable, at);
  const guesses = counters.flatMap((counter): readonly (readonly Expression[])[] => {
    const passed = isPassed(element, counter);
    return [
      [isRequired ? passed : not(passed), condition],
      ...earlier.flatMap((one) => {
        const unchanged = compare('==', one.place, read(one.value, at));
        const other = isPassed(one.index, counter);
        const falling = counters.find(({ isRising }) => isRising !== counter.isRising);
        const both = falling === undefined ? [] : [[...outside, other, isPassed(one.index, falling), unchanged]];
        if (isRead(one.index, bound.variable)) return [[...outside, other, unchanged], ...both];
        return [
          [not(other), condition],
          [...outside, other, unchanged],
          [...outside, passed, other, unchanged],
          ...both,
        ];
      }),
    ];
  });
  return guesses.map((parts) => {
    const body = parts.reduceRight(
      (right, left): Expression => ({ kind: 'logical', type: INT, at, operator: '||', left, right }),
    );
    return { ...quantifier, at, arguments: [bound, body] };
  });
}

/** The index of an element that a quantifier chooses; null: it is in no array. */
function indexIn(place: Expression, bound: Variable): Expression | null {
  let found: Expression | null = null;
  visitorOf((e) => {
    if (e.kind === 'pointer-add' && !e.negative && mentions(e.index, bound)) found ??= e.index;
  }).expression(place);
  return found;
}

/** The variables of that type whose values a function returns. */
function returnedIn(body: Statement, type: CType): readonly Variable[] {
  const found = new Set<Variable>();
  mapped(body, (s) => {
    let value = s.kind === 'return' ? s.value : null;
    while (value?.kind === 'convert') value = value.operand;
    if (
      value?.kind === 'load' &&
      value.operand.kind === 'variable' &&
      formatType(valueType(value.type)) === formatType(valueType(type))
    )
      found.add(value.operand.variable);
    return s;
  });
  return [...found].slice(0, MOST_RESULTS);
}

/** Whether a loop uses a variable that is declared around it, so that it has a value where a turn begins. */
function usesOutside(loop: Loop, variable: Variable): boolean {
  let isThere = false;
  visitorOf((e) => {
    isThere ||= e.kind === 'variable' && e.variable === variable;
  }).statement(loop);
  return isThere && !declaredIn(loop.body).has(variable);
}

/** The variables that a statement declares. */
function declaredIn(body: Statement): ReadonlySet<Variable> {
  const inner = new Set<Variable>();
  mapped(body, (s) => {
    if (s.kind === 'declaration') inner.add(s.variable);
    return s;
  });
  return inner;
}

/**
 * The quantifiers of a condition. One about some element becomes its opposite about all, which holds until a loop has
 * found the element.
 */
function quantifiersIn(condition: Expression): readonly ForAll[] {
  const found = new Map<Variable, ForAll>();
  const pending = [condition];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const e = normalForm(next);
    if (e.kind === 'logical') pending.push(e.right, e.left);
    else if (e.kind === 'builtin' && e.name === '$exists') pending.push(not(e));
    else if (e.kind === 'builtin' && e.name === '$forall' && e.arguments[0].kind === 'variable')
      found.set(e.arguments[0].variable, { quantifier: e, bound: e.arguments[0] });
  }
  return [...found.values()];
}

/** The integer variables that a loop counts and does not declare, in the order in which they are met. */
function countersOf(loop: Loop): readonly Counter[] {
  const found = new Map<Variable, boolean>();
  const inner = declaredIn(loop.body);
  const count = (target: Expression, isRising: boolean): void => {
    if (
      target.kind === 'variable' &&
      isInteger(target.variable.type) &&
      !inner.has(target.variable) &&
      !found.has(target.variable)
    )
      found.set(target.variable, isRising);
  };
  visitorOf((e) => {
    if (e.kind === 'increment') count(e.target, e.delta === 1);
    else if (e.kind === 'compound-assign' && (e.operator === '+' || e.operator === '-'))
      count(e.target, e.operator === '+');
  }).statement(loop);
  return [...found].slice(0, MOST_COUNTERS).map(([counter, isRising]) => ({ counter, isRising }));
}
