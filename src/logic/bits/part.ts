import { LemmataError } from '../../base/errors.ts';
import type { Literal } from '../sat/types.ts';
import type { Term } from '../terms/builder.ts';
import type { Edge } from './aig.ts';
import { ArrayCheck, type ArrayContent } from './array-check.ts';
import type { Blaster } from './blast.ts';
import { type ClauseSink, ClauseWriter } from './clauses.ts';
import { bitOf } from './values.ts';

export interface PartOptions {
  /** Writes clauses only for the directions that matter, see {@link ClauseWriter}. */
  readonly polarity?: boolean;
}

/** Values in a model. */
export interface PartModel {
  /** Values of all nodes of the graph; nodes outside the part have arbitrary values. */
  readonly values: Uint8Array;
  readonly contents: (arrayVariable: Term) => ArrayContent;
}

const NOTHING_KNOWN: ArrayContent = { elements: new Map(), fallback: null };

/**
 * Terms on their way to a SAT solver: gates, clauses, and lemmas for arrays on demand. Several parts
 * may share the gates of one blaster; each has SAT variables of its own for them.
 */
export class Part {
  readonly #writer: ClauseWriter;
  readonly #arrayCheck: ArrayCheck;
  /** SAT variables of the graph's inputs; -1 for inputs in no clause. */
  readonly #inputs: number[] = [];
  readonly #given = new Set<string>();

  constructor(
    private readonly blaster: Blaster,
    sink: ClauseSink,
    options: PartOptions = {},
  ) {
    this.#arrayCheck = new ArrayCheck(blaster.graph, blaster.arrays);
    this.#writer = new ClauseWriter(blaster.graph, sink, options.polarity ?? false, (input) => {
      while (this.#inputs.length <= input) this.#inputs.push(-1);
      return (this.#inputs[input] = sink.newVariable());
    });
  }

  /** Lemmas on arrays so far. */
  get lemmas(): number {
    return this.#given.size;
  }

  /** Asserts that the gate is true, or that one of `others` is. */
  assert(edge: Edge, others: readonly Literal[] = []): void {
    this.#writer.assert(edge, others);
  }

  /** A literal whose assumption makes the gate true. */
  literal(edge: Edge): Literal {
    return this.#writer.literal(edge);
  }

  /**
   * Checks the SAT solver's model against the gates and the arrays. Null if the arrays have no such
   * model: lemmas were added that exclude it. `roots`: gates that must be true. `atoms`: the reads and
   * equalities of arrays that count. Throws `E-SOLVER` if the model does not satisfy the gates.
   */
  accept(
    roots: readonly Edge[],
    atoms: readonly Term[],
    value: (variable: number) => boolean,
    stop: () => void,
  ): PartModel | null {
    const values = this.blaster.graph.simulate((input) => {
      const variable = this.#inputs[input] ?? -1;
      return variable >= 0 && value(variable);
    });
    for (const edge of roots) {
      if (bitOf(values, edge) === 0)
        throw new LemmataError('E-SOLVER', 'the model of the clauses is not a model of the gates');
    }
    if (atoms.length === 0) return { values, contents: () => NOTHING_KNOWN };
    for (;;) {
      stop();
      const verdict = this.#arrayCheck.check(values, atoms);
      switch (verdict.kind) {
        case 'consistent':
          return { values, contents: verdict.contents };
        case 'lemmas':
          this.#add(verdict.clauses);
          return null;
        case 'again':
          break;
      }
    }
  }

  /** Adds lemmas that the last model broke; some of them may be the same. */
  #add(lemmas: readonly (readonly Edge[])[]): void {
    const fresh = new Map(lemmas.map((clause) => [clause.toSorted((a, b) => a - b).join(' '), clause]));
    for (const [key, clause] of fresh) {
      if (this.#given.has(key))
        throw new LemmataError('E-SOLVER', 'a lemma on arrays does not exclude the model that it was made for');
      this.#given.add(key);
      this.#writer.clause(clause);
    }
  }
}
