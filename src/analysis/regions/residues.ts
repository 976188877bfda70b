import type { Term } from '../../terms/builder.ts';
import type { TermStore } from '../../terms/store.ts';
import { Substitution } from '../../terms/substitute.ts';
import { postorder } from '../../terms/traverse.ts';
import { type InputCase, inputCases } from './input-cases.ts';
import type { Parts } from './parts.ts';

/** What is left of a step where the state variables are in certain parts. */
export interface Residue {
  /** By what the inputs decide; those cases are left out in which the step ends without anything happening. */
  readonly cases: readonly InputCase[];
}

/** A step where the first variables are in certain parts. */
interface Node {
  readonly roots: readonly Term[];
  /** The next variable that matters here, in the order of the variables. */
  readonly level: number;
  readonly children: Node[];
  residue: Residue | null;
}

/**
 * The terms of a step, specialised to the parts of its variables one variable after the other: a tree, of which only the paths are made that somebody
 * asks for. What is specialised gets smaller from level to level, so that a state costs what its own few conditions cost, not those of the
 * whole program.
 */
export class Residues {
  /** Terms looked at so far. */
  work = 0;
  readonly #terms: TermStore;
  readonly #variables: readonly Parts[];
  readonly #inputs: ReadonlySet<Term>;
  readonly #top: Node;

  /** `roots`: the three Booleans that say whether the step goes on, ends in bad or in a gap, and then any others. */
  constructor(terms: TermStore, roots: readonly Term[], variables: readonly Parts[], inputs: ReadonlySet<Term>) {
    this.#terms = terms;
    this.#variables = variables;
    this.#inputs = inputs;
    this.#top = this.#node(roots, 0);
  }

  /** `parts`: of each variable, by its index. */
  at(parts: readonly number[]): Residue {
    let node = this.#top;
    while (node.level < this.#variables.length) {
      const part = parts[node.level];
      node.children[part] ??= this.#below(node, part);
      node = node.children[part];
    }
    if (node.residue === null) {
      const { cases, work } = inputCases(this.#terms, node.roots, this.#inputs);
      this.work += work;
      node.residue = { cases };
    }
    return node.residue;
  }

  #below(node: Node, part: number): Node {
    const substitution = new Substitution(this.#terms, this.#variables[node.level].parts[part].replacements);
    return this.#node(
      node.roots.map((root) => substitution.apply(root)),
      node.level + 1,
    );
  }

  #node(roots: readonly Term[], from: number): Node {
    const present = new Set(postorder(this.#terms, roots));
    this.work += present.size;
    let level = from;
    while (level < this.#variables.length && !present.has(this.#variables[level].variable)) level += 1;
    return { roots, level, children: [], residue: null };
  }
}
