import type { Term } from '../../logic/terms/builder.ts';
import { atBlock, counterOf, isAt, stateTerms } from './control.ts';
import type { TransitionSystem } from './system.ts';

/**
 * The blocks of a system as one step. Where the program counter is at no block, neither feasible nor
 * bad nor gap holds.
 */
export interface MergedBlocks {
  readonly feasible: Term;
  readonly bad: Term;
  readonly gap: Term;
  readonly next: readonly Term[];
  /** Single properties of hardware, as in `Block.bads`; empty for programs. */
  readonly bads: readonly { readonly name: string; readonly term: Term }[];
  /** The condition that the control is at that block. */
  at(block: number): Term;
}

/** Merges the blocks by `ite` on the program counter. Linear in the size of the system. */
export function mergeBlocks(system: TransitionSystem): MergedBlocks {
  const { terms, blocks } = system;
  const at = (block: number): Term => isAt(system, block);
  if (counterOf(system) === null) return { ...blocks[0], at };
  let feasible = terms.false;
  let bad = terms.false;
  let gap = terms.false;
  let next: readonly Term[] = stateTerms(system);
  for (const block of blocks) {
    const over = atBlock(system, block.id);
    const image = block.next.map((t) => over.apply(t));
    feasible = terms.or(feasible, terms.and(at(block.id), over.apply(block.feasible)));
    bad = terms.or(bad, terms.and(at(block.id), over.apply(block.bad)));
    gap = terms.or(gap, terms.and(at(block.id), over.apply(block.gap)));
    next = next.map((rest, v) => terms.ite(at(block.id), image[v], rest));
  }
  return { feasible, bad, gap, next, bads: [], at };
}
