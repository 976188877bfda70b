import { LemmataError } from '../../base/errors.ts';
import type { Literal, SatSolver } from '../../smt/sat/types.ts';

/** The first variable is true, by the first clause: its literals are the constants. */
export const YES: Literal = 0;
export const NO: Literal = 1;

/**
 * Clauses in the order in which a SAT solver gets them, which knows each by its number (as its "part"). A gate is a new variable with the clauses
 * that say what it is, in both directions (Tseitin 1968); one whose value follows from constants or from equal operands is none.
 */
export class Clauses {
  readonly #clauses: (readonly Literal[])[] = [];

  /** `limit`: most clauses; beyond, `add` throws LemmataError `E-LIMIT`. */
  constructor(
    private readonly sat: SatSolver,
    private readonly limit: number,
  ) {
    this.variable();
    this.add(YES);
  }

  /** The positive literal of a new variable. */
  variable(): Literal {
    return 2 * this.sat.newVariable();
  }

  add(...literals: Literal[]): void {
    if (this.#clauses.length >= this.limit) throw new LemmataError('E-LIMIT', `more than ${this.limit} clauses`);
    this.sat.addClause(literals, this.#clauses.length);
    this.#clauses.push(literals);
  }

  /** The clause of that number, or null. */
  at(number: number): readonly Literal[] | null {
    return this.#clauses[number] ?? null;
  }

  and(a: Literal, b: Literal): Literal {
    if (a === NO || b === NO || a === (b ^ 1)) return NO;
    if (a === YES || a === b) return b;
    if (b === YES) return a;
    const both = this.variable();
    this.add(both ^ 1, a);
    this.add(both ^ 1, b);
    this.add(both, a ^ 1, b ^ 1);
    return both;
  }

  or(a: Literal, b: Literal): Literal {
    return this.and(a ^ 1, b ^ 1) ^ 1;
  }

  xor(a: Literal, b: Literal): Literal {
    if (a === NO) return b;
    if (b === NO) return a;
    if (a === YES) return b ^ 1;
    if (b === YES) return a ^ 1;
    if (a === b) return NO;
    if (a === (b ^ 1)) return YES;
    const differ = this.variable();
    this.add(differ ^ 1, a, b);
    this.add(differ ^ 1, a ^ 1, b ^ 1);
    this.add(differ, a ^ 1, b);
    this.add(differ, a, b ^ 1);
    return differ;
  }

  /** a where c holds, else b. */
  choose(c: Literal, a: Literal, b: Literal): Literal {
    if (c === YES || a === b) return a;
    if (c === NO) return b;
    const chosen = this.variable();
    this.add(c ^ 1, chosen ^ 1, a);
    this.add(c ^ 1, chosen, a ^ 1);
    this.add(c, chosen ^ 1, b);
    this.add(c, chosen, b ^ 1);
    return chosen;
  }

  /** At least two of three. */
  majority(a: Literal, b: Literal, c: Literal): Literal {
    if (a === NO) return this.and(b, c);
    if (b === NO) return this.and(a, c);
    if (c === NO) return this.and(a, b);
    if (a === YES) return this.or(b, c);
    if (b === YES) return this.or(a, c);
    if (c === YES) return this.or(a, b);
    const most = this.variable();
    this.add(most, a ^ 1, b ^ 1);
    this.add(most, a ^ 1, c ^ 1);
    this.add(most, b ^ 1, c ^ 1);
    this.add(most ^ 1, a, b);
    this.add(most ^ 1, a, c);
    this.add(most ^ 1, b, c);
    return most;
  }
}
