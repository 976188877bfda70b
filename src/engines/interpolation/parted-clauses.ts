import { LemmataError } from '../../base/errors.ts';
import type { Edge } from '../../logic/bits/aig.ts';
import { ArrayAtoms } from '../../logic/bits/array-atoms.ts';
import { Part, type PartModel } from '../../logic/bits/part.ts';
import type { TermGates } from '../../logic/bits/term-gates.ts';
import type { Literal, SatAnswer, SatBudget, SatSolver } from '../../logic/sat/types.ts';
import type { Term } from '../../logic/terms/builder.ts';

/** The clauses of one part of the problem. */
interface PartClauses {
  readonly part: Part;
  readonly asserted: Edge[];
  /** All terms of the part. */
  readonly spoken: Term[];
  readonly atoms: ArrayAtoms;
}

/**
 * Formulas in parts, as clauses of one SAT solver. Terms become gates once, however many parts contain
 * them. Gates and variables of terms have separate SAT variables in each part. Parts share only the
 * variables that {@link share} makes.
 */
export class PartedClauses {
  readonly #gates: TermGates;
  readonly #sat: SatSolver;
  readonly #stop: () => void;
  readonly #parts: readonly PartClauses[];

  /** `stop` is called now and then, and may throw. */
  constructor(gates: TermGates, sat: SatSolver, count: number, stop: () => void) {
    this.#gates = gates;
    this.#sat = sat;
    this.#stop = stop;
    this.#parts = Array.from({ length: count }, (_, part) => this.#open(part));
  }

  /** Asserts the term in the part. Throws as {@link TermGates.of} does. */
  assert(part: number, t: Term): void {
    const { part: clauses, asserted } = this.#parts[part];
    const edge = this.#translate(part, t);
    asserted.push(edge);
    clauses.assert(edge);
  }

  /**
   * Returns a fresh variable that equals `left` in part `before` and `right` in part `before + 1`.
   * Throws as {@link assert}.
   */
  share(before: number, left: Term, right: Term): number {
    const variable = this.#sat.newVariable();
    this.#define(variable, before, left);
    this.#define(variable, before + 1, right);
    return variable;
  }

  /**
   * Returns a literal that, while it is assumed, makes the terms equal, each in its part. Throws as
   * {@link assert}.
   */
  link(before: number, left: Term, right: Term): Literal {
    const literal = 2 * this.#sat.newVariable();
    const a = this.#parts[before].part.literal(this.#translate(before, left));
    const b = this.#parts[before + 1].part.literal(this.#translate(before + 1, right));
    this.#sat.addClause([literal ^ 1, a ^ 1, b]);
    this.#sat.addClause([literal ^ 1, a, b ^ 1]);
    return literal;
  }

  /** `sat`: there are values for all variables and arrays of all parts. */
  solve(budget: SatBudget, assumptions: readonly Literal[] = []): SatAnswer {
    for (;;) {
      const answer = this.#sat.solve(assumptions, budget);
      if (answer !== 'sat') return answer;
      let consistent = true;
      for (const part of this.#parts) if (!this.#accept(part)) consistent = false;
      if (consistent) return 'sat';
    }
  }

  /** After `sat`: the values of the part's variables. */
  model(part: number): PartModel {
    const model = this.#accepted(this.#parts[part]);
    if (model === null) throw new LemmataError('E-INTERNAL', 'the model of a part is asked for, but it has none');
    return model;
  }

  /** True if the model is a model of the part's arrays; otherwise lemmas exclude it. */
  #accept(part: PartClauses): boolean {
    return part.atoms.of([part.spoken], []).length === 0 || this.#accepted(part) !== null;
  }

  #accepted({ part, asserted, spoken, atoms }: PartClauses): PartModel | null {
    return part.accept(asserted, atoms.of([spoken], []), (variable) => this.#sat.value(2 * variable), this.#stop);
  }

  #define(variable: number, part: number, t: Term): void {
    const literal = this.#parts[part].part.literal(this.#translate(part, t));
    this.#sat.addClause([2 * variable + 1, literal], part);
    this.#sat.addClause([2 * variable, literal ^ 1], part);
  }

  #translate(part: number, t: Term): Edge {
    const { edge, lowered } = this.#gates.of(t, this.#stop);
    this.#parts[part].spoken.push(lowered);
    return edge;
  }

  #open(part: number): PartClauses {
    const sink = {
      newVariable: (): number => this.#sat.newVariable(),
      clause: (literals: readonly Literal[]): void => {
        this.#sat.addClause(literals, part);
      },
    };
    const { blaster } = this.#gates;
    return { part: new Part(blaster, sink), asserted: [], spoken: [], atoms: new ArrayAtoms(blaster.store) };
  }
}
