import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { postorder } from '../../../logic/terms/traverse.ts';
import { type InputCase, inputCases } from './input-cases.ts';
import type { Parts } from './parts.ts';

/** A step specialised to certain parts of the state variables. */
export interface Residue {
  /** Cases by decisions about inputs. Cases in which the step neither goes on nor fails are left out. */
  readonly cases: readonly InputCase[];
}

/** A step specialised to certain parts of the first variables. */
interface Node {
  readonly roots: readonly Term[];
  /** The next variable that occurs here, in the order of the variables. */
  readonly level: number;
  readonly children: Node[];
  residue: Residue | null;
}

/**
 * The terms of a step, specialised to the parts of its variables one variable after the other. They
 * form a tree, whose paths are built on demand. Terms get smaller from level to level. So the cost of
 * a region depends on its own few conditions, not on those of the whole program.
 */
export class Residues {
  /** Number of terms visited so far. */
  work = 0;
  readonly #terms: TermStore;
  readonly #variables: readonly Parts[];
  readonly #inputs: ReadonlySet<Term>;
  readonly #top: Node;

  /** `roots`: the three Booleans for "goes on", "ends in bad" and "ends in a gap", and then any others. */
  constructor(terms: TermStore, roots: readonly Term[], variables: readonly Parts[], inputs: ReadonlySet<Term>) {
    this.#terms = terms;
    this.#variables = variables;
    this.#inputs = inputs;
    this.#top = this.#node(roots, 0);
  }

  /** The step for these parts; `parts`: the index of each variable's part. */
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
