import type { Term } from '../../../logic/terms/builder.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import { withDoubts } from '../doubts.ts';
import { possibleCutPoints } from '../pcs.ts';
import type { Block, Doubt, Gap, InputVar, StateVar, TransitionSystem } from '../system.ts';

/** All terms of a block that a run or its replay evaluates, except the next values. */
export function decidingTerms(system: TransitionSystem, block: Block): Term[] {
  const result = [block.feasible, block.bad, block.gap, ...block.bads.map((b) => b.term)];
  for (const gap of system.gaps) if (gap.block === block.id) result.push(gap.condition);
  return result;
}

/** Replaces the terms of every block: `map(block)` returns the function for that block's terms. */
export function mapBlocks(system: TransitionSystem, map: (block: Block) => (t: Term) => Term): TransitionSystem {
  const { blocks, inputs, gaps, doubts } = system;
  const maps = blocks.map((block) => map(block));
  return refreshBlocks({
    ...system,
    blocks: blocks.map((block, id): Block => {
      const f = maps[id];
      return {
        ...block,
        feasible: f(block.feasible),
        bad: f(block.bad),
        gap: f(block.gap),
        bads: block.bads.map(({ name, term }) => ({ name, term: f(term) })),
        next: block.next.map(f),
      };
    }),
    inputs: inputs.map((input): InputVar => {
      const { origin, phase } = input;
      return origin === null || phase === 'init'
        ? input
        : { ...input, origin: { ...origin, guard: maps[origin.block](origin.guard) } };
    }),
    gaps: gaps.map((gap): Gap => ({ ...gap, condition: maps[gap.block](gap.condition) })),
    doubts: doubts.map((doubt): Doubt => ({ ...doubt, condition: maps[doubt.block](doubt.condition) })),
  });
}

/** Updates the successors and inputs of each block, and the doubts, after changes of its terms. */
export function refreshBlocks(system: TransitionSystem): TransitionSystem {
  const { terms, inputs, pc } = system;
  const indexOf = new Map(inputs.map((v, i) => [v.term, i]));
  const refreshed: TransitionSystem = {
    ...system,
    blocks: system.blocks.map((block): Block => {
      const ended = block.feasible === terms.false;
      const successors = ended ? [] : pc === null ? [0] : possibleCutPoints(terms, block.next[pc], block.successors);
      const used = new Set<number>();
      let roots = [...decidingTerms(system, block), ...block.next];
      // An input that is read needs its guard, which may read further inputs.
      while (roots.length > 0) {
        const fresh: Term[] = [];
        for (const t of freeVariables(terms, roots)) {
          const input = indexOf.get(t);
          if (input === undefined || used.has(input)) continue;
          used.add(input);
          const { origin, phase } = inputs[input];
          if (origin !== null && phase === 'step') fresh.push(origin.guard);
        }
        roots = fresh;
      }
      return { ...block, successors, inputs: block.inputs.filter((i) => used.has(i)) };
    }),
  };
  return withDoubts(refreshed, system.doubts);
}

/**
 * The system with only these state variables and inputs (indices in ascending order); no remaining
 * term may contain the others.
 */
export function restrict(
  system: TransitionSystem,
  states: readonly number[],
  inputs: readonly number[],
): TransitionSystem {
  const { terms, stateVars, pc } = system;
  const newInput = new Map(inputs.map((old, i) => [old, i]));
  const kept = new Set(states.map((v) => stateVars[v].term));
  const isOver = (t: Term): boolean => freeVariables(terms, [t]).every((v) => kept.has(v));
  return {
    ...system,
    stateVars: states.map((v): StateVar => stateVars[v]),
    inputs: inputs.map((i) => system.inputs[i]),
    pc: pc === null ? null : states.indexOf(pc),
    init: states.map((v) => system.init[v]),
    facts: system.facts.filter(isOver),
    measures: system.measures?.filter(isOver) ?? [],
    blocks: system.blocks.map(
      (block): Block => ({
        ...block,
        next: states.map((v) => block.next[v]),
        inputs: block.inputs.flatMap((i) => newInput.get(i) ?? []),
      }),
    ),
  };
}

/** A block without steps and errors: no run reaches it, or its errors are not covered. */
export function inert(system: TransitionSystem, block: Block): Block {
  const no = system.terms.false;
  return {
    ...block,
    feasible: no,
    bad: no,
    gap: no,
    doubtful: no,
    bads: [],
    next: system.stateVars.map((v) => v.term),
    successors: [],
    inputs: [],
  };
}
