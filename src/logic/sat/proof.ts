import type { ResolutionProof } from './types.ts';

/** A node of the proof; 0: no node. */
export type ProofNode = number;
const NO_NODE: ProofNode = 0;

const DERIVED = -1;

/**
 * The core's log of resolutions, in linear memory. Nodes are numbered from 1, antecedents before what
 * they derive. The words of node n are `words[starts[n] .. starts[n + 1] - 1]`.
 * A clause of the problem, of part `parts[n]`, has its literals there. If `parts[n]` is -1, the node
 * is derived and has a chain as in `ResolutionProof`.
 */
export interface ProofLog {
  /** Number of nodes, the empty node 0 included. */
  readonly count: number;
  readonly starts: Int32Array;
  readonly parts: Int32Array;
  readonly words: Int32Array;
}

/** The part of the log that `root` needs, as a proof of its own. */
export function proofOf(log: ProofLog, root: ProofNode, variableCount: number): ResolutionProof {
  const { count, starts, parts, words } = log;
  const marks = needed(log, root);
  const sizes = measure(log, marks);
  const leafStarts = new Int32Array(sizes.leaves + 1);
  const leafLiterals = new Int32Array(sizes.leafWords);
  const leafParts = new Int32Array(sizes.leaves);
  const chainStarts = new Int32Array(sizes.chains + 1);
  const chains = new Int32Array(sizes.chainWords);
  const numbers = new Int32Array(count);
  let leaf = 0;
  let chain = 0;
  let leafTo = 0;
  let chainTo = 0;
  for (let node = 1; node < count; node++) {
    if (marks[node] === 0) continue;
    const start = starts[node];
    const end = starts[node + 1];
    if (parts[node] === DERIVED) {
      for (let at = start; at < end; at++)
        chains[chainTo++] = isAntecedent(at - start) ? numbers[words[at]] : words[at];
      numbers[node] = sizes.leaves + chain;
      chainStarts[++chain] = chainTo;
    } else {
      for (let at = start; at < end; at++) leafLiterals[leafTo++] = words[at];
      numbers[node] = leaf;
      leafParts[leaf] = parts[node];
      leafStarts[++leaf] = leafTo;
    }
  }
  return {
    variableCount,
    leafCount: sizes.leaves,
    leafStarts,
    leafLiterals,
    leafParts,
    chainStarts,
    chains,
    root: root === NO_NODE ? -1 : numbers[root],
  };
}

/**
 * Marks (1) the nodes that the root needs. Antecedents come before what they derive, so that one pass
 * backwards suffices.
 */
function needed({ count, starts, parts, words }: ProofLog, root: ProofNode): Int8Array {
  const marks = new Int8Array(count);
  marks[root] = 1;
  marks[NO_NODE] = 0;
  for (let node = count - 1; node > 0; node--) {
    if (marks[node] === 0 || parts[node] !== DERIVED) continue;
    const start = starts[node];
    const end = starts[node + 1];
    for (let at = start; at < end; at++) if (isAntecedent(at - start)) marks[words[at]] = 1;
  }
  return marks;
}

function measure({ count, starts, parts }: ProofLog, marks: Int8Array) {
  const sizes = { leaves: 0, leafWords: 0, chains: 0, chainWords: 0 };
  for (let node = 1; node < count; node++) {
    if (marks[node] === 0) continue;
    const words = starts[node + 1] - starts[node];
    if (parts[node] === DERIVED) {
      sizes.chains++;
      sizes.chainWords += words;
    } else {
      sizes.leaves++;
      sizes.leafWords += words;
    }
  }
  return sizes;
}

/** Whether the word at this place of a chain is an antecedent; the others are pivots. */
function isAntecedent(place: number): boolean {
  return (place & 1) === 0;
}
