import { Op } from '../../logic/terms/ops.ts';
import { TermMap } from '../../logic/terms/term-map.ts';
import { freeVariables, postorder } from '../../logic/terms/traverse.ts';
import type { Block, Doubt, TransitionSystem } from './system.ts';

/**
 * The system with the doubts whose condition can be stated by the variables that its blocks read, and
 * with each block's `doubtful` made of them. Doubts keep no variable alive. Undefined behaviour with
 * another condition is left out, and so is a value that no block reads any more. A value whose
 * condition cannot be stated counts as used. Linear.
 */
export function withDoubts(system: TransitionSystem, doubts: readonly Doubt[]): TransitionSystem {
  const { terms } = system;
  const byBlock = system.blocks.map((): Doubt[] => []);
  for (const doubt of doubts)
    if (doubt.condition !== terms.false || !doubt.hasCondition) byBlock[doubt.block].push(doubt);
  const kept = system.blocks.map((block) => expressible(system, block, byBlock[block.id]));
  return {
    ...system,
    doubts: kept.flat(),
    blocks: system.blocks.map(
      (block): Block => ({ ...block, doubtful: terms.orAll(kept[block.id].map((d) => d.condition)) }),
    ),
  };
}

/**
 * The doubts of a block whose conditions contain only variables that it reads. A variable that it does
 * not read may have been dropped: it is zero where it is dead.
 */
function expressible({ terms, inputs }: TransitionSystem, block: Block, doubts: readonly Doubt[]): readonly Doubt[] {
  if (doubts.length === 0) return doubts;
  const deciding = [
    block.feasible,
    block.bad,
    block.gap,
    ...block.next,
    ...block.inputs.flatMap((i) => inputs[i].origin?.guard ?? []),
  ];
  const reads = new Set(freeVariables(terms, deciding));
  // The value 1 marks terms with another variable.
  const foreign = new TermMap();
  for (const t of postorder(
    terms,
    doubts.map((doubt) => doubt.condition),
  )) {
    let other = terms.op(t) === Op.VARIABLE && !reads.has(t);
    for (let i = 0; i < terms.arity(t); i++) other ||= foreign.get(terms.arg(t, i)) === 1;
    foreign.set(t, other ? 1 : 0);
  }
  return doubts.flatMap((doubt): readonly Doubt[] => {
    const { condition, input } = doubt;
    if (input !== null && !reads.has(input)) return [];
    if (foreign.get(condition) === 0) return [doubt];
    return input === null ? [] : [{ ...doubt, condition: terms.true }];
  });
}

/** The first value without a formula and without a condition for its use; null if there is none. */
export function doubtWithoutCondition({ doubts }: TransitionSystem): Doubt | null {
  return doubts.find(({ hasCondition: told }) => !told) ?? null;
}

/** The doubts that are values without a formula. */
export function approximationsOf({ doubts }: TransitionSystem): readonly Doubt[] {
  return doubts.filter(({ input }) => input !== null);
}
