import type { Edge } from '../smt/bits/aig.ts';
import { ArrayAtoms } from '../smt/bits/array-atoms.ts';
import { ArrayCheck } from '../smt/bits/array-check.ts';
import type { Blaster } from '../smt/bits/blast.ts';
import { ClauseWriter } from '../smt/bits/clauses.ts';
import type { Term } from '../smt/builder.ts';
import type { Literal, SatAnswer, SatSolver } from '../smt/sat/types.ts';

/** One part of the problem: its own variables for the gates that all parts share. */
interface PartClauses {
  readonly writer: ClauseWriter;
  /** SAT variables of the graph's inputs; -1 for those that no clause of the part has. */
  readonly inputs: number[];
  readonly arrays: ArrayCheck;
  readonly atoms: ArrayAtoms;
  /** Everything that the part speaks of. */
  readonly spoken: Term[];
  /** So many axioms of arrays were given to it. */
  axioms: number;
}

/**
 * Formulas in parts, as clauses of one SAT solver. Terms become gates once, whatever number of parts has them; gates have variables of their own
 * in each part, and so have the terms' variables. What parts share is what is made by {@link share}.
 */
export class PartedClauses {
  readonly #blaster: Blaster;
  readonly #axioms: Edge[][];
  readonly #sat: SatSolver;
  readonly #parts: readonly PartClauses[];

  /** `axioms`: those of the blaster's arrays so far; what is added is seen by others who have the same list. */
  constructor(blaster: Blaster, axioms: Edge[][], sat: SatSolver, count: number) {
    this.#blaster = blaster;
    this.#axioms = axioms;
    this.#sat = sat;
    this.#parts = Array.from({ length: count }, (_, part) => this.#open(part));
  }

  /** The term holds in the part. Throws {@link Unsupported} at floats, `E-LIMIT` when there are too many gates, and what `stop` throws. */
  assert(part: number, t: Term, stop: () => void): void {
    const edge = this.#translate(part, t, stop);
    this.#parts[part].writer.assert(edge);
    this.#writeAxioms(part);
  }

  /** A new variable that is true in the parts `before` and `before + 1` if and only if the terms are, each in its part. Throws as {@link assert}. */
  share(before: number, left: Term, right: Term, stop: () => void): number {
    const shared = 2 * this.#sat.newVariable();
    for (const [part, t] of [
      [before, left],
      [before + 1, right],
    ]) {
      const literal = this.#parts[part].writer.literal(this.#translate(part, t, stop));
      this.#sat.addClause([shared ^ 1, literal], part);
      this.#sat.addClause([shared, literal ^ 1], part);
      this.#writeAxioms(part);
    }
    return shared >> 1;
  }

  /** `sat`: there are values for all variables and arrays of all parts. */
  solve(stop: () => boolean): SatAnswer {
    for (;;) {
      const answer = this.#sat.solve([], { stop });
      if (answer !== 'sat' || this.#blaster.arrays.isEmpty()) return answer;
      let consistent = true;
      for (let part = 0; part < this.#parts.length; part += 1) if (!this.#explainArrays(part)) consistent = false;
      if (consistent) return 'sat';
    }
  }

  /** Whether the model is one of the part's arrays; if not, it is excluded by lemmas. */
  #explainArrays(part: number): boolean {
    const { arrays, atoms, inputs, spoken, writer } = this.#parts[part];
    const relevant = atoms.of([spoken], []);
    if (relevant.length === 0) return true;
    const values = this.#blaster.graph.simulate((input) => (inputs[input] ?? -1) >= 0 && this.#sat.value(2 * inputs[input]));
    for (;;) {
      const verdict = arrays.check(values, relevant);
      if (verdict.kind === 'again') continue;
      if (verdict.kind === 'consistent') return true;
      for (const clause of verdict.clauses) writer.clause(clause);
      return false;
    }
  }

  #translate(part: number, t: Term, stop: () => void): Edge {
    this.#blaster.translate(t, stop);
    this.#axioms.push(...this.#blaster.arrays.takeAxioms());
    this.#parts[part].spoken.push(t);
    return this.#blaster.edge(t);
  }

  #writeAxioms(part: number): void {
    const clauses = this.#parts[part];
    for (; clauses.axioms < this.#axioms.length; clauses.axioms += 1) clauses.writer.clause(this.#axioms[clauses.axioms]);
  }

  #open(part: number): PartClauses {
    const { graph, arrays } = this.#blaster;
    const inputs: number[] = [];
    const sink = {
      newVariable: (): number => this.#sat.newVariable(),
      clause: (literals: readonly Literal[]): void => {
        this.#sat.addClause(literals, part);
      },
    };
    const writer = new ClauseWriter(graph, sink, false, (input) => {
      while (inputs.length <= input) inputs.push(-1);
      inputs[input] = this.#sat.newVariable();
      return inputs[input];
    });
    return {
      writer,
      inputs,
      arrays: new ArrayCheck(graph, arrays),
      atoms: new ArrayAtoms(this.#blaster.store),
      spoken: [],
      axioms: 0,
    };
  }
}
