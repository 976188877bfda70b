import type { Expression, FunctionDeclaration, Variable } from '../../c/ast.ts';
import { read } from '../../c/parse/hidden-code.ts';
import { INT, isInteger } from '../../c/types/type-basics.ts';
import { mentions } from './ranges.ts';
import { visitorOf } from './reached-globals.ts';
import { compare, converted, type Loop, mapped, not, stripped, substituted } from './syntax.ts';

/** Most quantifiers and most counters of a loop that are combined. */
const MOST_QUANTIFIERS = 4;
const MOST_COUNTERS = 3;

/** A condition that holds for all values of a variable. */
interface ForAll {
  readonly quantifier: Expression & { readonly kind: 'builtin' };
  readonly bound: Expression & { readonly kind: 'variable' };
}

/**
 * Invariants that the loops of a function may have. The contract ensures something of all elements. A loop may
 * ensure it of the elements that its counter has passed. Engines try such guesses first, and nothing rests on them.
 *
 *     ensures for all i in 0 .. n - 1: a[i] == v
 *     for (k = 0; k < n; k++)           // for all i in 0 .. n - 1: i >= k || a[i] == v
 */
export function guessedInvariants(declaration: FunctionDeclaration): (loop: Loop) => readonly Expression[] {
  const { contract, definition } = declaration;
  if (contract === undefined || definition === null) return () => [];
  const own = new Map(contract.parameters.map((parameter, i) => [parameter, definition.parameters[i]] as const));
  const hidden = [
    ...contract.olds.map(({ variable }) => variable),
    ...(contract.result === null ? [] : [contract.result]),
  ];
  const ensured = contract.clauses.flatMap((clause) =>
    clause.kind === 'ensures' ? quantifiersIn(clause.condition) : [],
  );
  const stated = ensured
    .filter(({ quantifier }) => !hidden.some((variable) => mentions(quantifier, variable)))
    .map(({ bound, quantifier }) => ({ bound, condition: substituted(quantifier.arguments[1], own), quantifier }))
    .slice(0, MOST_QUANTIFIERS);
  return (loop) =>
    stated.length === 0
      ? []
      : countersOf(loop).flatMap(({ counter, isRising }) =>
          stated.map(({ bound, condition, quantifier }) => {
            const { at } = loop;
            const limit = converted(read(counter, at), bound.type);
            const index = converted(read(bound.variable, at), bound.type);
            const isPassed = isRising ? compare('<', index, limit) : compare('>', index, limit);
            const body: Expression = {
              kind: 'logical',
              type: INT,
              at,
              operator: '||',
              left: not(isPassed),
              right: condition,
            };
            return { ...quantifier, at, arguments: [bound, body] };
          }),
        );
}

function quantifiersIn(condition: Expression): readonly ForAll[] {
  const found: ForAll[] = [];
  const pending = [condition];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const e = stripped(next);
    if (e.kind === 'logical') pending.push(e.right, e.left);
    else if (e.kind === 'builtin' && e.name === '$forall' && e.arguments[0].kind === 'variable')
      found.push({ quantifier: e, bound: e.arguments[0] });
  }
  return found;
}

/** The integer variables that a loop counts and does not declare, in the order in which they are met. */
function countersOf(loop: Loop): readonly { readonly counter: Variable; readonly isRising: boolean }[] {
  const found = new Map<Variable, boolean>();
  const inner = new Set<Variable>();
  mapped(loop.body, (s) => {
    if (s.kind === 'declaration') inner.add(s.variable);
    return s;
  });
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
