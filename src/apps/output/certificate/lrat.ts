import type { Formula } from '../../../../checker/src/clauses.js';
import { workClock } from '../../../base/clock.ts';
import { createSatSolver } from '../../../logic/sat/solver.ts';
import type { ResolutionProof } from '../../../logic/sat/types.ts';

/** Bytes that the clauses and the proof of one obligation may take while it is searched. */
const MEMORY = 2 ** 29;

export type LratProof =
  | { readonly kind: 'proof'; readonly text: string }
  /** `why`: the reason why there is none, in words. */
  | { readonly kind: 'none'; readonly why: string };

/**
 * A proof in the LRAT format that the clauses have no model, without steps that it does not need. `bytes`: most of its
 * text.
 */
export function lratProof(
  { variables, clauses }: Formula,
  { milliseconds, bytes }: { readonly milliseconds: number; readonly bytes: number },
): LratProof {
  const solver = createSatSolver({ proof: true, memory: MEMORY });
  for (let i = 0; i < variables; i++) solver.newVariable();
  for (const [number, clause] of clauses.entries()) solver.addClause(clause.map(ownLiteral), number);
  const [work, wall] = [workClock(), performance.now()];
  const spent = (): number => Math.max(workClock() - work, (performance.now() - wall) / 2);
  const answer = solver.solve([], { stop: () => spent() >= milliseconds });
  switch (answer) {
    case 'sat':
      return { kind: 'none', why: 'its clauses have a model' };
    case 'unknown':
      return { kind: 'none', why: `no proof by clauses within ${Math.round(milliseconds)} ms` };
    case 'unsat': {
      const text = lratText(solver.proof(), clauses.length, bytes);
      return text === null ? { kind: 'none', why: `its proof has more than ${bytes} bytes` } : { kind: 'proof', text };
    }
  }
}

const ownLiteral = (literal: number): number => 2 * (Math.abs(literal) - 1) + (literal < 0 ? 1 : 0);
const dimacsLiteral = (literal: number): number => (literal & 1 ? -1 : 1) * ((literal >> 1) + 1);

/** The proof as text; null beyond `bytes`. Leaves have the numbers of their clauses, from 1 on. */
function lratText(proof: ResolutionProof, clauseCount: number, bytes: number): string | null {
  const { leafCount, leafStarts, leafLiterals, leafParts, chainStarts, chains } = proof;
  const clauses: ArrayLike<number>[] = [];
  for (let i = 0; i < leafCount; i++) clauses.push(leafLiterals.subarray(leafStarts[i], leafStarts[i + 1]));
  const numberOf = (node: number): number => (node < leafCount ? leafParts[node] : clauseCount + node - leafCount) + 1;
  /** Values of literals while the hints of a step are followed: the step that made it true, plus one. */
  const trueIn = new Int32Array(2 * proof.variableCount);
  const lines: string[] = [];
  let size = 0;
  for (let j = 0; j + 1 < chainStarts.length; j++) {
    const clause = resolvent(clauses, chains, chainStarts[j], chainStarts[j + 1]);
    clauses.push(clause);
    for (const literal of clause) trueIn[literal ^ 1] = j + 1;
    const hints: number[] = [];
    // The last antecedent has one literal beside those of the clause, and so on back to the first one.
    for (let at = chainStarts[j + 1] - 1; at >= chainStarts[j]; at -= 2) {
      const antecedent = clauses[chains[at]];
      let open = -1;
      let isUnit = true;
      for (let i = 0; i < antecedent.length; i++) {
        if (trueIn[antecedent[i] ^ 1] === j + 1) continue;
        isUnit &&= open === -1;
        open = antecedent[i];
      }
      if (open !== -1 && trueIn[open] === j + 1 && isUnit) continue;
      hints.push(numberOf(chains[at]));
      if (open === -1) break;
      trueIn[open] = j + 1;
    }
    const literals = Array.from(clause, dimacsLiteral);
    const line = `${[numberOf(leafCount + j), ...literals, 0, ...hints, 0].join(' ')}\n`;
    size += line.length;
    if (size > bytes) return null;
    lines.push(line);
  }
  return lines.join('');
}

/** The clause that a chain of resolutions derives. */
function resolvent(
  clauses: readonly ArrayLike<number>[],
  chains: Int32Array,
  start: number,
  end: number,
): readonly number[] {
  const held = new Set(Array.from(clauses[chains[start]]));
  for (let at = start + 1; at < end; at += 2) {
    const pivot = chains[at];
    const antecedent = clauses[chains[at + 1]];
    held.delete(2 * pivot);
    held.delete(2 * pivot + 1);
    for (let i = 0; i < antecedent.length; i++) if (antecedent[i] >> 1 !== pivot) held.add(antecedent[i]);
  }
  return [...held];
}
