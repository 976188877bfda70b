import type { Literal, ResolutionProof } from './types.ts';

export type ProofCheck =
  /** The clause that the proof derives from its leaves. */
  | { readonly valid: true; readonly clause: Literal[] }
  | { readonly valid: false; readonly node: number; readonly reason: string };

/**
 * Replays a proof, resolution by resolution, in time and memory linear in the literals of all
 * antecedents. It shares no code with the solver. The caller must check that the leaves are clauses of
 * the problem.
 */
export function checkProof(proof: ResolutionProof): ProofCheck {
  const { variableCount, leafCount, leafStarts, leafLiterals, leafParts, chainStarts, chains, root } = proof;
  const nodeCount = leafCount + chainStarts.length - 1;
  if (leafStarts.length !== leafCount + 1 || leafParts.length !== leafCount || chainStarts.length === 0)
    return fault(0, 'lengths do not fit');
  if (!(root >= 0 && root < nodeCount)) return fault(root, 'no such root');

  const clauses: Int32Array[] = [];
  for (let i = 0; i < leafCount; i++) {
    const clause = leafLiterals.subarray(leafStarts[i], leafStarts[i + 1]);
    for (const literal of clause)
      if (!(literal >= 0 && literal < 2 * variableCount)) return fault(i, `no such literal: ${literal}`);
    clauses.push(clause);
  }

  /** held[l] === node: the clause derived so far holds l. */
  const held = new Int32Array(2 * variableCount).fill(-1);
  for (let node = leafCount; node < nodeCount; node++) {
    const start = chainStarts[node - leafCount];
    const end = chainStarts[node - leafCount + 1];
    if (!(end > start) || (end - start) % 2 === 0 || end > chains.length) return fault(node, 'not a chain');
    const touched: Literal[] = [];
    for (let at = start; at < end; at += at === start ? 1 : 2) {
      const first = at === start;
      const antecedent = chains[first ? at : at + 1];
      if (!(antecedent >= 0 && antecedent < node)) return fault(node, `antecedent ${antecedent} is not before it`);
      let resolved = -1;
      if (!first) {
        const pivot = chains[at];
        if (!(pivot >= 0 && pivot < variableCount)) return fault(node, `no such pivot: ${pivot}`);
        for (const literal of clauses[antecedent]) {
          if (literal >> 1 !== pivot || literal === resolved) continue;
          if (resolved >= 0) return fault(node, `antecedent ${antecedent} holds pivot ${pivot} in both signs`);
          resolved = literal;
        }
        if (resolved < 0) return fault(node, `antecedent ${antecedent} lacks pivot ${pivot}`);
        if (held[resolved ^ 1] !== node)
          return fault(node, `the clause lacks pivot ${pivot} of antecedent ${antecedent}`);
        held[resolved ^ 1] = -1;
      }
      for (const literal of clauses[antecedent]) {
        if (literal === resolved || held[literal] === node) continue;
        held[literal] = node;
        touched.push(literal);
      }
    }
    const clause: Literal[] = [];
    for (const literal of touched) {
      if (held[literal] !== node) continue;
      held[literal] = -1;
      clause.push(literal);
    }
    clauses.push(Int32Array.from(clause));
  }
  return { valid: true, clause: Array.from(clauses[root]) };
}

function fault(node: number, reason: string): ProofCheck {
  return { valid: false, node, reason };
}
