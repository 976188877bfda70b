import { compare } from '../../c/types/arithmetic.ts';
import type { ComparisonOperator } from '../../c/types/operators.ts';
import type { FunctionOutline, IntegerOutline, ParameterOutline } from '../../program/contracts/outlines.ts';

/** Clauses that `--suggest` tries, as terms: their texts in two languages, and which follows from which. */

/** The result, a parameter, or a number. The null pointer is the number 0. */
type Value = 'result' | ParameterOutline | bigint;

interface Comparison {
  readonly left: Value;
  readonly operator: ComparisonOperator;
  readonly right: Value;
}

/** The number of elements behind a pointer: as many as an integer says, perhaps with one more. */
type Count =
  | { readonly kind: 'one' }
  | { readonly kind: 'many'; readonly integer: ParameterOutline; readonly more: 0 | 1 };

/** A clause of a contract. A postcondition holds if one of its comparisons does. */
export type Clause =
  | { readonly kind: 'requires'; readonly condition: Comparison }
  | { readonly kind: 'fresh' | 'assigns'; readonly pointer: ParameterOutline; readonly count: Count }
  | { readonly kind: 'ensures'; readonly either: readonly Comparison[] };

/** A way to say where a pointer leads. */
export interface Target {
  readonly requires: readonly Clause[];
  readonly assigns: Clause;
}

/** The declaration of the function with clauses, each in a line of its own behind the first one. */
export function contractText(of: FunctionOutline, clauses: readonly Clause[], isAcsl: boolean): string {
  if (!isAcsl) {
    const lines = clauses.map((clause) => `  ${cbmcText(clause)}`);
    return `${[of.head, ...(lines.length === 0 ? ['  __CPROVER_requires(1)'] : lines)].join('\n')};\n`;
  }
  const fresh = clauses.flatMap((clause) => (clause.kind === 'fresh' ? [areaText(clause.pointer, clause.count)] : []));
  const pairs = fresh.flatMap((one, i) => fresh.slice(i + 1).map((other) => `\\separated(${one}, ${other})`));
  const lines = [
    ...clauses.map((clause) => `  ${acslText(clause)};`),
    ...pairs.map((pair) => `  requires ${pair};`),
    ...(clauses.some(({ kind }) => kind === 'assigns') ? [] : ['  assigns \\nothing;']),
  ];
  return `/*@\n${lines.join('\n')} */\n${of.head};\n`;
}

function cbmcText(clause: Clause): string {
  switch (clause.kind) {
    case 'requires':
      return `__CPROVER_requires(${comparisonText(clause.condition, '__CPROVER_return_value')})`;
    case 'ensures':
      return `__CPROVER_ensures(${eitherText(clause.either, '__CPROVER_return_value')})`;
    case 'fresh':
    case 'assigns': {
      const { pointer, count } = clause;
      const element = `sizeof(*${pointer.name})`;
      const bytes = count.kind === 'one' ? element : `${elementsText(count)} * ${element}`;
      return clause.kind === 'fresh'
        ? `__CPROVER_requires(__CPROVER_is_fresh(${pointer.name}, ${bytes}))`
        : `__CPROVER_assigns(__CPROVER_object_upto(${pointer.name}, ${bytes}))`;
    }
  }
}

/** A sum has the type of sizes, in which it does not overflow. */
function elementsText({ integer, more }: Count & { kind: 'many' }): string {
  return more === 0 ? integer.name : `(${integer.name} + sizeof(char))`;
}

function acslText(clause: Clause): string {
  switch (clause.kind) {
    case 'requires':
      return `requires ${comparisonText(clause.condition, '\\result')}`;
    case 'ensures':
      return `ensures ${eitherText(clause.either, '\\result')}`;
    case 'fresh':
      return `requires \\valid(${areaText(clause.pointer, clause.count)})`;
    case 'assigns':
      return clause.count.kind === 'one'
        ? `assigns *${clause.pointer.name}`
        : `assigns ${clause.pointer.name}[${rangeText(clause.count)}]`;
  }
}

function areaText({ name }: ParameterOutline, count: Count): string {
  return count.kind === 'one' ? name : `${name} + (${rangeText(count)})`;
}

function rangeText({ integer, more }: Count & { kind: 'many' }): string {
  return `0 .. ${integer.name}${more === 0 ? ' - 1' : ''}`;
}

function eitherText(either: readonly Comparison[], result: string): string {
  return either.map((one) => comparisonText(one, result)).join(' || ');
}

function comparisonText({ left, operator, right }: Comparison, result: string): string {
  const text = (value: Value): string =>
    value === 'result' ? result : typeof value === 'bigint' ? `${value}` : value.name;
  return `${text(left)} ${operator} ${text(right)}`;
}

/** The ways in which a pointer may lead to objects, those with fewer elements first. */
export function targetsOf(pointer: ParameterOutline, integers: readonly ParameterOutline[]): readonly Target[] {
  const target = (count: Count): Target => {
    const least: readonly Clause[] =
      count.kind === 'many' && count.integer.integer !== null && count.integer.integer.min < 0n
        ? [{ kind: 'requires', condition: { left: count.integer, operator: '>=', right: 0n } }]
        : [];
    return {
      requires: [...least, { kind: 'fresh', pointer, count }],
      assigns: { kind: 'assigns', pointer, count },
    };
  };
  const counts = integers.flatMap((integer) =>
    ([0, 1] as const).map((more) => ({ kind: 'many', integer, more }) as const),
  );
  return [target({ kind: 'one' }), ...counts.map(target)];
}

/** Bounds of an integer parameter, from weak to strong: those above, those below, and that it is not 0. */
export function rangesOf(left: ParameterOutline, limits: readonly bigint[]): readonly (readonly Clause[])[] {
  const { min, max } = left.integer ?? { min: 0n, max: 0n };
  const clause = (operator: ComparisonOperator, right: bigint): Clause => ({
    kind: 'requires',
    condition: { left, operator, right },
  });
  const upper = [...new Set(limits)].sort((a, b) => (a > b ? -1 : 1));
  const lower = [...upper.map((limit) => -limit).filter((limit) => limit < 0n), 0n];
  return [
    upper.filter((limit) => limit < max).map((limit) => clause('<=', limit)),
    lower.filter((limit) => limit > min).map((limit) => clause('>=', limit)),
    [clause('!=', 0n)],
  ];
}

/** Conditions about the result, stronger ones first. */
export function resultsOf({ result, parameters }: FunctionOutline): readonly Clause[] {
  const ensures = (...either: readonly (readonly [ComparisonOperator, Value])[]): Clause => ({
    kind: 'ensures',
    either: either.map(([operator, right]) => ({ left: 'result', operator, right })),
  });
  if (result.kind === 'pointer') {
    const pointers = parameters.filter(({ kind }) => kind === 'pointer');
    return [...pointers.map((one) => ensures(['==', one])), ensures(['!=', 0n])];
  }
  const own = result.integer;
  if (own === null) return [];
  const same = parameters.filter(({ integer }) => integer !== null && integer.min < 0n === own.min < 0n);
  const operators = ['==', '<', '<=', '>', '>='] as const;
  return [
    ensures(['==', 0n]),
    ...operators.flatMap((operator) => same.map((one) => ensures([operator, one]))),
    ensures(['==', 0n], ['==', 1n]),
    ...(own.min < 0n ? [ensures(['==', 0n], ['==', -1n]), ensures(['>=', 0n]), ensures(['>=', -1n])] : []),
  ];
}

/**
 * Whether a postcondition follows from another one. Numbers count by their order alone, so that those beside the
 * numbers of both conditions show it.
 */
export function follows(weak: Clause, strong: Clause, result: IntegerOutline | null): boolean {
  if (weak.kind !== 'ensures' || strong.kind !== 'ensures') return false;
  const values = [...weak.either, ...strong.either].flatMap(({ left, right }) => [left, right]);
  const named = [...new Set(values.filter((value) => typeof value !== 'bigint'))];
  const near = [...new Set([0n, ...values.filter((value) => typeof value === 'bigint')])].flatMap((value) =>
    named.flatMap((_, i) => [value - BigInt(i) - 1n, value, value + BigInt(i) + 1n]),
  );
  const domains = named.map((value) => {
    const { min, max } = (value === 'result' ? result : value.integer) ?? { min: 0n, max: 2n ** 32n };
    return near.filter((number) => min <= number && number <= max);
  });
  let states: readonly ReadonlyMap<Value, bigint>[] = [new Map()];
  for (const [i, domain] of domains.entries())
    states = states.flatMap((state) => domain.map((number) => new Map(state).set(named[i], number)));
  const holds = ({ either }: Clause & { kind: 'ensures' }, state: ReadonlyMap<Value, bigint>): boolean =>
    either.some(({ left, operator, right }) => {
      const [a, b] = [left, right].map((value) => (typeof value === 'bigint' ? value : (state.get(value) ?? 0n)));
      return compare(operator, a, b);
    });
  return states.every((state) => !holds(strong, state) || holds(weak, state));
}
