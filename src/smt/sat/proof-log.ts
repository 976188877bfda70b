import type { Literal, ResolutionProof } from './types.ts';
import { IntVector, longerInt32 } from './vectors.ts';

/** A node of the proof; 0 stands for none. */
export type ProofNode = number;
export const NO_NODE: ProofNode = 0;

const DERIVED = -1;

/**
 * The resolutions of a solver since it was made. A node is a clause of the problem with its literals, or a clause derived by a chain as
 * `ResolutionProof` has it. A chain is written while the solver analyses a conflict: `begin`, any number of `resolve`, `end`.
 */
export class ProofLog {
  /** Where the literals or the chain of a node begin in `data`; one more for the end. Node 0 is empty. */
  private starts = new Int32Array(1 << 10);
  /** The part of a clause of the problem, or `DERIVED`. */
  private parts = new Int32Array(1 << 10);
  private count = 1;
  private readonly data = new IntVector(1 << 12);
  /** Nodes forgotten so far. */
  forgottenCount = 0;
  /** Words of data when the log was last compacted. */
  private compacted = 0;
  /** By variable: the node of the unit clause that fixes it at level 0. */
  private units = new Int32Array(64);

  get nodeCount(): number {
    return this.count - 1;
  }

  get bytes(): number {
    return this.starts.byteLength + this.parts.byteLength + this.units.byteLength + this.data.items.byteLength;
  }

  unit(variable: number): ProofNode {
    return variable < this.units.length ? this.units[variable] : NO_NODE;
  }

  setUnit(variable: number, node: ProofNode): void {
    this.units = longerInt32(this.units, variable + 1);
    this.units[variable] = node;
  }

  leaf(literals: IntVector, part: number): ProofNode {
    for (let i = 0; i < literals.length; i++) this.data.push(literals.items[i]);
    return this.close(part);
  }

  begin(antecedent: ProofNode): void {
    this.data.push(antecedent);
  }

  resolve(pivot: number, antecedent: ProofNode): void {
    this.data.push(pivot);
    this.data.push(antecedent);
  }

  /**
   * The node of a clause without its literals that are false in `values`, those of level 0, whose unit clauses are known; the clause is `literals` from `from` up
   * to `to`.
   */
  withoutFalse(clause: ProofNode, literals: ArrayLike<Literal>, from: number, to: number, values: Int8Array): ProofNode {
    this.begin(clause);
    for (let i = from; i < to; i++) if (values[literals[i]] < 0) this.resolve(literals[i] >> 1, this.unit(literals[i] >> 1));
    return this.end();
  }

  /** The node of the chain just written; of its only antecedent, if there is but one. */
  end(): ProofNode {
    const start = this.starts[this.count];
    if (this.data.length > start + 1) return this.close(DERIVED);
    this.data.length = start;
    return this.data.items[start];
  }

  private close(part: number): ProofNode {
    const node = this.count++;
    this.parts = longerInt32(this.parts, this.count);
    this.starts = longerInt32(this.starts, this.count + 1);
    this.parts[node] = part;
    this.starts[this.count] = this.data.length;
    return node;
  }

  /** Whether the log has doubled since it was compacted, so that doing so again costs constant time a word. */
  get isGrown(): boolean {
    return this.data.length > 2 * this.compacted + (1 << 16);
  }

  /** Forgets every node that neither `roots` nor the unit clauses need. Answers the new number of each old node, 0 for those forgotten. */
  compact(roots: IntVector): Int32Array {
    for (const unit of this.units) roots.push(unit);
    const numbers = this.needed(roots);
    const data = this.data.items;
    let count = 1;
    let to = 0;
    for (let node = 1; node < this.count; node++) {
      if (numbers[node] === 0) continue;
      const start = this.starts[node];
      const end = this.starts[node + 1];
      const derived = this.parts[node] === DERIVED;
      for (let at = start; at < end; at++) data[to++] = derived && isAntecedent(at - start) ? numbers[data[at]] : data[at];
      this.parts[count] = this.parts[node];
      numbers[node] = count++;
      this.starts[count] = to;
    }
    this.forgottenCount += this.count - count;
    this.count = count;
    this.data.length = to;
    this.compacted = to;
    for (let variable = 0; variable < this.units.length; variable++) this.units[variable] = numbers[this.units[variable]];
    return numbers;
  }

  /** What `root` needs, as a proof of its own. */
  proofOf(root: ProofNode, variableCount: number): ResolutionProof {
    const { starts, parts } = this;
    const data = this.data.items;
    const roots = new IntVector(1);
    roots.push(root);
    const needed = this.needed(roots);
    let leafCount = 0;
    let leafWords = 0;
    let chainCount = 0;
    let chainWords = 0;
    for (let node = 1; node < this.count; node++) {
      if (needed[node] === 0) continue;
      const words = starts[node + 1] - starts[node];
      if (parts[node] === DERIVED) {
        chainCount++;
        chainWords += words;
      } else {
        leafCount++;
        leafWords += words;
      }
    }
    const leafStarts = new Int32Array(leafCount + 1);
    const leafLiterals = new Int32Array(leafWords);
    const leafParts = new Int32Array(leafCount);
    const chainStarts = new Int32Array(chainCount + 1);
    const chains = new Int32Array(chainWords);
    const numbers = new Int32Array(this.count);
    let leaf = 0;
    let chain = 0;
    let leafTo = 0;
    let chainTo = 0;
    for (let node = 1; node < this.count; node++) {
      if (needed[node] === 0) continue;
      const start = starts[node];
      const end = starts[node + 1];
      if (parts[node] === DERIVED) {
        for (let at = start; at < end; at++) chains[chainTo++] = isAntecedent(at - start) ? numbers[data[at]] : data[at];
        numbers[node] = leafCount + chain;
        chainStarts[++chain] = chainTo;
      } else {
        for (let at = start; at < end; at++) leafLiterals[leafTo++] = data[at];
        numbers[node] = leaf;
        leafParts[leaf] = parts[node];
        leafStarts[++leaf] = leafTo;
      }
    }
    return {
      variableCount,
      leafCount,
      leafStarts,
      leafLiterals,
      leafParts,
      chainStarts,
      chains,
      root: root === NO_NODE ? -1 : numbers[root],
    };
  }

  /** Marks (1) the nodes that the roots need. Antecedents come before what they derive, so that one pass backwards suffices. */
  private needed(roots: IntVector): Int32Array {
    const marks = new Int32Array(this.count);
    for (let i = 0; i < roots.length; i++) marks[roots.items[i]] = 1;
    marks[NO_NODE] = 0;
    const data = this.data.items;
    for (let node = this.count - 1; node > 0; node--) {
      if (marks[node] === 0 || this.parts[node] !== DERIVED) continue;
      const end = this.starts[node + 1];
      for (let at = this.starts[node]; at < end; at++) if (isAntecedent(at - this.starts[node])) marks[data[at]] = 1;
    }
    return marks;
  }
}

/** Whether the word at this place of a chain is an antecedent; the others are pivots. */
function isAntecedent(place: number): boolean {
  return (place & 1) === 0;
}
