import { fixpoint, type Values } from '../../../logic/domains/fixpoint.ts';
import type { FlowCase, FlowStart } from '../../../logic/domains/flow.ts';
import type { Range } from '../../../logic/domains/range.ts';
import { RANGES } from '../../../logic/domains/ranges.ts';
import { possibleCutPoints } from '../pcs.ts';
import type { Block, TransitionSystem } from '../system.ts';

/** Ranges of the state variables at a cut point; null for sorts without ranges. */
export type Ranges = Values<Range>;

/**
 * Interval analysis over the cut points. It computes for each block (null if no run reaches it) a
 * range of every bit-vector and Boolean state variable that holds whenever the control is there.
 * Unsigned and signed bounds are kept side by side, so that wrap-around loses precision but is never
 * wrong.
 */
export function analyseRanges(system: TransitionSystem): readonly (Ranges | null)[] {
  const { terms, stateVars, blocks, pc } = system;
  const observed = stateVars.map((v) => v.term);
  const nodes = blocks.map((block) => ({
    fixed: new Map(pc === null ? [] : [[pc, BigInt(block.id)] as const]),
    facts: [],
    cases: block.feasible === terms.false ? [] : [wholeBlock(system, block)],
  }));
  const vocabulary = blocks.map((block) => [block.feasible, ...block.next]);
  return fixpoint(RANGES, { terms, observed, nodes, starts: flowStarts(system), vocabulary });
}

/** All steps of a block as one case. */
function wholeBlock({ terms, stateVars, pc }: TransitionSystem, block: Block): FlowCase {
  const { feasible, next, successors } = block;
  if (pc === null) return { conditions: [feasible], next, ways: [{ to: 0, condition: terms.true }] };
  const width = terms.width(stateVars[pc].term);
  return {
    conditions: [feasible],
    next,
    ways: possibleCutPoints(terms, next[pc], successors).map((to) => ({
      to,
      condition: terms.eq(next[pc], terms.bv(width, to)),
    })),
  };
}

function flowStarts({ terms, init, initConstraint, pc, blocks }: TransitionSystem): FlowStart[] {
  const starts = pc === null ? [0] : possibleCutPoints(terms, init[pc], blocks.keys());
  return starts.map((node) => ({ node, condition: initConstraint, values: init }));
}
