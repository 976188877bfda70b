import type { Term } from '../smt/builder.ts';
import { Op } from '../smt/ops.ts';
import { TermMap } from '../smt/term-map.ts';
import { postorder } from '../smt/traverse.ts';
import type { Block, Doubt, TransitionSystem } from './system.ts';

/**
 * The system with those of `doubts` that can be told in terms of what its blocks read, and with each block's `doubtful` made of them. Doubts
 * keep nothing alive: undefined behaviour whose condition speaks of something else is left out, and so is a value that nobody looks at any
 * more; a value whose condition cannot be told counts as used. Linear.
 */
export function withDoubts(system: TransitionSystem, doubts: readonly Doubt[]): TransitionSystem {
  const { terms, stateVars, inputs } = system;
  const known = new Set(stateVars.map((v) => v.term));
  for (const block of system.blocks) for (const i of block.inputs) known.add(inputs[i].term);
  const conditions = doubts.map((doubt) => doubt.condition);
  // 1: speaks of something else.
  const foreign = new TermMap();
  for (const t of postorder(terms, conditions)) {
    let other = terms.op(t) === Op.VARIABLE && !known.has(t);
    for (let i = 0; i < terms.arity(t); i += 1) other ||= foreign.get(terms.arg(t, i)) === 1;
    foreign.set(t, other ? 1 : 0);
  }
  const kept = doubts.flatMap((doubt): readonly Doubt[] => {
    const { condition, input } = doubt;
    if (condition === terms.false || (input !== null && !known.has(input))) return [];
    if (foreign.get(condition) === 0) return [doubt];
    return input === null ? [] : [{ ...doubt, condition: terms.true }];
  });
  const byBlock = new Map<number, Term[]>();
  for (const { block, condition } of kept) {
    const there = byBlock.get(block);
    if (there === undefined) byBlock.set(block, [condition]);
    else there.push(condition);
  }
  return {
    ...system,
    doubts: kept,
    blocks: system.blocks.map((block): Block => ({ ...block, doubtful: terms.orAll(byBlock.get(block.id) ?? []) })),
  };
}

/** The doubts that are values without a formula. */
export function approximationsOf({ doubts }: TransitionSystem): readonly Doubt[] {
  return doubts.filter(({ input }) => input !== null);
}
