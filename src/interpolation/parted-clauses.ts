import { LemmataError } from '../base/errors.ts';
import type { Edge } from '../bits/aig.ts';
import { ArrayAtoms } from '../bits/array-atoms.ts';
import { Part, type PartModel } from '../bits/part.ts';
import type { TermGates } from '../bits/term-gates.ts';
import type { Literal, SatAnswer, SatBudget, SatSolver } from '../sat/types.ts';
import type { Term } from '../terms/builder.ts';

/** What there is of one part of the problem. */
interface PartClauses {
  readonly part: Part;
  readonly asserted: Edge[];
  /** Everything that the part speaks of. */
  readonly spoken: Term[];
  readonly atoms: ArrayAtoms;
}

/**
 * Formulas in parts, as clauses of one SAT solver. Terms become gates once, whatever number of parts has them; gates have variables of their own
 * in each part, and so have the terms' variables. What parts share is what is made by {@link share}.
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

  /** The term holds in the part. Throws as {@link TermGates.of} does. */
  assert(part: number, t: Term): void {
    const { part: clauses, asserted } = this.#parts[part];
    const edge = this.#translate(part, t);
    asserted.push(edge);
    clauses.assert(edge);
  }

  /** A new variable that is true in the parts `before` and `before + 1` if and only if the terms are, each in its part. Throws as {@link assert}. */
  share(before: number, left: Term, right: Term): number {
    const variable = this.#sat.newVariable();
    this.#define(variable, before, left);
    this.#define(variable, before + 1, right);
    return variable;
  }

  /** A literal; while it is assumed, the terms have one truth, each in its part. Throws as {@link assert}. */
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

  /** After `sat`: what the part's variables are. */
  model(part: number): PartModel {
    const model = this.#accepted(this.#parts[part]);
    if (model === null) throw new LemmataError('E-INTERNAL', 'the model of a part is asked for, but it has none');
    return model;
  }

  /** Whether the model is one of the part's arrays; if not, it is excluded by lemmas. */
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
