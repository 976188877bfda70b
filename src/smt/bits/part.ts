import { LemmataError } from '../../base/errors.ts';
import type { Term } from '../builder.ts';
import type { Literal } from '../sat/types.ts';
import type { TermStore } from '../store.ts';
import type { Edge } from './aig.ts';
import { ArrayCheck, type ArrayContent } from './array-check.ts';
import { Blaster } from './blast.ts';
import { type ClauseSink, ClauseWriter } from './clauses.ts';
import { bitOf } from './values.ts';

export interface PartOptions {
  /** Most gates, see {@link Aig}; beyond, the answer is `unknown`. */
  readonly gates?: number;
  /** Clauses for the directions that matter only, see {@link ClauseWriter}. */
  readonly polarity?: boolean;
}

/** Values in a model. */
export interface PartModel {
  /** Of all nodes of the part's graph. */
  readonly values: Uint8Array;
  readonly contents: (arrayVariable: Term) => ArrayContent;
}

/** The SAT variables for bits of variables; every other input gets one of its own. Lowest bit 0. */
export interface BitVariables {
  of(v: Term, bit: number): number;
  /** -1 for a bit that has none. */
  known(v: Term, bit: number): number;
}

const NOTHING_KNOWN: ArrayContent = { elements: new Map(), fallback: null };

/** Terms on their way to a SAT solver: gates, clauses, and lemmas for arrays on demand. */
export class Part {
  readonly blaster: Blaster;
  private readonly writer: ClauseWriter;
  private readonly arrayCheck: ArrayCheck;
  /** SAT variables of the graph's inputs; -1 for those that no clause has. */
  private readonly inputs: number[] = [];
  private readonly given = new Set<string>();

  constructor(
    store: TermStore,
    sink: ClauseSink,
    private readonly variables: BitVariables,
    options: PartOptions = {},
  ) {
    this.blaster = new Blaster(store, options.gates);
    this.arrayCheck = new ArrayCheck(this.blaster.graph, this.blaster.arrays);
    this.writer = new ClauseWriter(this.blaster.graph, sink, options.polarity ?? false, (input) => {
      while (this.inputs.length <= input) this.inputs.push(-1);
      const origin = this.blaster.origin(input);
      return (this.inputs[input] = origin === null ? sink.newVariable() : variables.of(origin.variable, origin.bit));
    });
  }

  get lemmas(): number {
    return this.given.size;
  }

  /** The gate of a Boolean term without floats; throws as {@link Blaster.translate} does. */
  translate(t: Term, stop?: () => void): Edge {
    this.blaster.translate(t, stop);
    for (const axiom of this.blaster.arrays.takeAxioms()) this.writer.clause(axiom);
    return this.blaster.edge(t);
  }

  /** Asserts that the gate is true, or one of `others`. */
  assert(edge: Edge, others: readonly Literal[] = []): void {
    this.writer.assert(edge, others);
  }

  /** A literal to assume for the gate to be true. */
  literal(edge: Edge): Literal {
    return this.writer.literal(edge);
  }

  /**
   * Holds the SAT solver's model against the gates and the arrays. Null if the arrays have no such model: lemmas were added that exclude it.
   * `roots`: gates that have to be true. `atoms`: the reads and equalities of arrays that count.
   * Throws `E-SOLVER` if the model is none of the gates.
   */
  accept(
    roots: readonly Edge[],
    atoms: () => readonly Term[],
    value: (variable: number) => boolean,
    stop: () => void,
  ): PartModel | null {
    const { graph, arrays } = this.blaster;
    const values = graph.simulate((input) => {
      const variable = this.variableOf(input);
      return variable >= 0 && value(variable);
    });
    for (const edge of roots) {
      if (bitOf(values, edge) === 0) throw new LemmataError('E-SOLVER', 'the model of the clauses is none of the gates');
    }
    if (arrays.isEmpty()) return { values, contents: () => NOTHING_KNOWN };
    const relevant = atoms();
    for (;;) {
      stop();
      const verdict = this.arrayCheck.check(values, relevant);
      switch (verdict.kind) {
        case 'consistent':
          return { values, contents: verdict.contents };
        case 'lemmas':
          this.add(verdict.clauses);
          return null;
        case 'again':
          break;
      }
    }
  }

  /** Adds lemmas that the last model broke; some of them may be the same. */
  private add(lemmas: readonly (readonly Edge[])[]): void {
    const fresh = new Map(lemmas.map((clause) => [clause.toSorted((a, b) => a - b).join(' '), clause]));
    for (const [key, clause] of fresh) {
      if (this.given.has(key))
        throw new LemmataError('E-SOLVER', 'a lemma on arrays does not exclude the model that it was made for');
      this.given.add(key);
      this.writer.clause(clause);
    }
  }

  /** SAT variable of an input; -1 if nothing that was asserted depends on it. */
  private variableOf(input: number): number {
    const variable = this.inputs[input] ?? -1;
    if (variable >= 0) return variable;
    // Another part may have the bit.
    const origin = this.blaster.origin(input);
    return origin === null ? -1 : this.variables.known(origin.variable, origin.bit);
  }
}
