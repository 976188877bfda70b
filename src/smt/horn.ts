import type { Term } from './builder.ts';
import type { TermStore } from './store.ts';

/**
 * Constrained Horn clauses over integers and Booleans: a language of its own beside bit-vector terms, as its numbers have no width. Terms are
 * immutable graphs; what is shared is shared by identity.
 */
export type HornTerm =
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: bigint }
  /** The variable of that index in the clause; in a solution, the relation's argument. */
  | { readonly kind: 'variable'; readonly index: number }
  | { readonly kind: 'not'; readonly of: HornTerm }
  | { readonly kind: 'and' | 'or'; readonly of: readonly HornTerm[] }
  /** Of two Booleans or two integers. */
  | { readonly kind: 'equal'; readonly a: HornTerm; readonly b: HornTerm }
  | { readonly kind: 'at-most'; readonly a: HornTerm; readonly b: HornTerm }
  | { readonly kind: 'ite'; readonly condition: HornTerm; readonly yes: HornTerm; readonly no: HornTerm }
  | { readonly kind: 'sum'; readonly parts: readonly HornSummand[]; readonly constant: bigint }
  /** By a positive number; the quotient is rounded down, the remainder is not negative. */
  | { readonly kind: 'quotient' | 'remainder'; readonly of: HornTerm; readonly by: bigint };

export interface HornSummand {
  readonly factor: bigint;
  readonly of: HornTerm;
}

export type HornSort = 'bool' | 'int';

/** For all values of the variables: if the relation holds of `from` (null: nothing is assumed) and so does `body`, then `to` holds (null: nothing does). */
export interface Clause<T> {
  readonly from: HornAtom<T> | null;
  readonly body: T;
  readonly to: HornAtom<T> | null;
}

export interface HornAtom<T> {
  /** Index in the problem's relations. */
  readonly relation: number;
  readonly args: readonly T[];
}

export interface HornClause extends Clause<HornTerm> {
  readonly variables: readonly HornSort[];
}

/** Over Booleans and integers. */
export interface HornProblem {
  /** Sorts of the arguments. */
  readonly relations: readonly (readonly HornSort[])[];
  readonly clauses: readonly HornClause[];
}

/** Over Booleans and bit-vectors; a clause is about all values of the variables in its terms. */
export interface TermClauses {
  /** Variables that stand for the arguments in a solution. */
  readonly relations: readonly (readonly Term[])[];
  readonly clauses: readonly Clause<Term>[];
}

export type HornAnswer<T> =
  /** By relation, a formula over its arguments; together they satisfy all clauses, if the solver is right. */
  | { readonly kind: 'solved'; readonly formulas: readonly T[] }
  | { readonly kind: 'refuted' }
  | { readonly kind: 'unknown'; readonly why: string };

/** `milliseconds`: how long the search may take, by the clock. Throws LemmataError `E-SOLVER` if the back end traps. */
export interface HornSolver {
  solve(problem: HornProblem, milliseconds: number): HornAnswer<HornTerm>;
  solveTerms(terms: TermStore, problem: TermClauses, milliseconds: number): HornAnswer<Term>;
}

export const TRUTH: HornTerm = { kind: 'truth', value: true };
export const FALSEHOOD: HornTerm = { kind: 'truth', value: false };

export function number(value: bigint): HornTerm {
  return { kind: 'number', value };
}

export function negation(of: HornTerm): HornTerm {
  if (of.kind === 'not') return of.of;
  return of.kind === 'truth' ? { kind: 'truth', value: !of.value } : { kind: 'not', of };
}

/** a < b. */
export function lessThan(a: HornTerm, b: HornTerm): HornTerm {
  return negation({ kind: 'at-most', a: b, b: a });
}

/** A sum; summands that are sums themselves are taken apart, equal ones added up. */
export function sum(parts: readonly HornSummand[], constant = 0n): HornTerm {
  const factors = new Map<HornTerm, bigint>();
  let rest = constant;
  for (const { factor, of } of parts) {
    const below: readonly HornSummand[] = of.kind === 'sum' ? of.parts : of.kind === 'number' ? [] : [{ factor: 1n, of }];
    if (of.kind === 'sum') rest += factor * of.constant;
    if (of.kind === 'number') rest += factor * of.value;
    for (const part of below) factors.set(part.of, (factors.get(part.of) ?? 0n) + factor * part.factor);
  }
  const kept = [...factors].filter(([, factor]) => factor !== 0n).map(([of, factor]) => ({ factor, of }));
  if (kept.length === 0) return number(rest);
  return kept.length === 1 && kept[0].factor === 1n && rest === 0n ? kept[0].of : { kind: 'sum', parts: kept, constant: rest };
}

/** The terms directly below. */
export function hornArguments(t: HornTerm): readonly HornTerm[] {
  switch (t.kind) {
    case 'truth':
    case 'number':
    case 'variable':
      return [];
    case 'not':
    case 'quotient':
    case 'remainder':
      return [t.of];
    case 'and':
    case 'or':
      return t.of;
    case 'equal':
    case 'at-most':
      return [t.a, t.b];
    case 'ite':
      return [t.condition, t.yes, t.no];
    case 'sum':
      return t.parts.map((part) => part.of);
  }
}

/** The value of a term from those of the terms below it, computed bottom-up and once for each term; `known` keeps them. */
export function foldHorn<T>(root: HornTerm, known: Map<HornTerm, T>, make: (t: HornTerm, below: readonly T[]) => T): T {
  const stack: HornTerm[] = [root];
  for (;;) {
    const t = stack[stack.length - 1];
    const below: T[] = [];
    let missing = false;
    for (const arg of hornArguments(t)) {
      const value = known.get(arg);
      if (value === undefined) {
        stack.push(arg);
        missing = true;
      } else below.push(value);
    }
    if (missing) continue;
    stack.pop();
    const value = known.get(t) ?? make(t, below);
    known.set(t, value);
    if (stack.length === 0) return value;
  }
}

/** Rounded down; `by` is positive. */
export function floorDivide(a: bigint, by: bigint): bigint {
  const quotient = a / by;
  return a % by < 0n ? quotient - 1n : quotient;
}

/** Values of terms where the variables have those given; truths are 0n and 1n. */
export class HornEvaluator {
  readonly #known = new Map<HornTerm, bigint>();
  readonly #variable: (index: number) => bigint;

  constructor(variable: (index: number) => bigint) {
    this.#variable = variable;
  }

  value(root: HornTerm): bigint {
    return foldHorn(root, this.#known, (t, below) => this.#node(t, below));
  }

  #node(t: HornTerm, below: readonly bigint[]): bigint {
    const truth = (value: boolean): bigint => (value ? 1n : 0n);
    switch (t.kind) {
      case 'truth':
        return truth(t.value);
      case 'number':
        return t.value;
      case 'variable':
        return this.#variable(t.index);
      case 'not':
        return 1n - below[0];
      case 'and':
        return truth(below.every((x) => x === 1n));
      case 'or':
        return truth(below.includes(1n));
      case 'equal':
        return truth(below[0] === below[1]);
      case 'at-most':
        return truth(below[0] <= below[1]);
      case 'ite':
        return below[0] === 1n ? below[1] : below[2];
      case 'sum':
        return t.parts.reduce((total, { factor }, i) => total + factor * below[i], t.constant);
      case 'quotient':
        return floorDivide(below[0], t.by);
      case 'remainder':
        return below[0] - t.by * floorDivide(below[0], t.by);
    }
  }
}
