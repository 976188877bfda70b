import { postorder } from '../../smt/traverse.ts';
import type { TransitionSystem } from '../../transys/system.ts';

/** Bits of the state, and terms, up to which Spacer gets anywhere with bit-vectors. */
const MOST_BITS = 128;
const MOST_TERMS = 1_000;

/** Number of bits of the state of a system that is small enough for Spacer on bit-vectors and has nothing else; null for others. */
export function smallState({ terms, stateVars, blocks, init, initConstraint }: TransitionSystem): number | null {
  let bits = 0;
  for (const { term } of stateVars) bits += terms.sort(term).kind === 'bv' ? terms.width(term) : 1;
  if (bits > MOST_BITS) return null;
  const all = postorder(terms, [...blocks.flatMap((b) => [b.feasible, b.bad, b.gap, ...b.next]), ...init, initConstraint]);
  const isReadable = (kind: string): boolean => kind === 'bool' || kind === 'bv';
  return all.length <= MOST_TERMS && all.every((t) => isReadable(terms.sort(t).kind)) ? bits : null;
}
