import { postorder } from '../../../logic/terms/traverse.ts';
import { counterValue } from '../control.ts';
import { blockTerms } from '../program-terms.ts';
import { type ControlGraph, controlOf, type TransitionSystem } from '../system.ts';
import type { Target } from '../target.ts';
import { inert, refreshBlocks } from './restrict.ts';

/** Systems with more error blocks are not split. */
const MOST_ERRORS = 64;
/** Two parts are joined if they share more than this fraction of their terms. */
const MOST_SHARED = 0.2;

/** A part of a system while parts are made. */
interface ErrorPart {
  readonly asked: readonly number[];
  /** Blocks from which a run may reach an asked one. */
  readonly before: ReadonlySet<number>;
}

/**
 * Returns the parts of a system that share little besides the entry: each is a list of blocks whose
 * errors it covers. Every block with an error or a gap is in exactly one. Empty if the system cannot
 * be split.
 *
 * Two errors belong to one part if a run may pass from one block to the other, or if many blocks lead
 * to both. An error of the entry is on the way to all others. It is a part of its own where a choice
 * of inputs leads to it or on, and the two share few terms. Linear in the system for a bounded number
 * of errors.
 */
export function errorParts(system: TransitionSystem): readonly (readonly number[])[] {
  if (system.pc === null) return [];
  const { errors } = controlOf(system);
  if (errors.length < 2 || errors.length > MOST_ERRORS) return [];
  const before = predecessors(system);
  // Sorted from the longest ways to the shortest: an error on the way to another one joins its part.
  const isEntryApart = errors[0] === 0 && endsApart(system);
  const byWay = (isEntryApart ? errors.slice(1) : errors)
    .map((id) => ({ id, way: blocksBefore(before, [id]) }))
    .sort((a, b) => b.way.size - a.way.size);
  const parts: { asked: number[]; before: ReadonlySet<number> }[] = [];
  for (const { id, way } of byWay) {
    const longer = parts.find((part) => part.before.has(id));
    if (longer === undefined) parts.push({ asked: [id], before: way });
    else longer.asked.push(id);
  }
  const joined = joinOverlapping(system, parts).map(({ asked }) => [...asked].sort((a, b) => a - b));
  const all = isEntryApart ? [...joined, [0]] : joined;
  return all.length < 2 ? [] : all;
}

/** True if the runs that end in an error of the entry share few terms with those that go on. */
function endsApart({ terms, blocks }: TransitionSystem): boolean {
  const { bad, gap, feasible, next } = blocks[0];
  const ends = postorder(terms, [bad, gap]);
  const goesOn = new Set(postorder(terms, [feasible, ...next]));
  const common = ends.filter((t) => goesOn.has(t));
  return common.length <= MOST_SHARED * ends.length;
}

/**
 * Returns the system with the errors of a target alone. Indices of blocks, inputs and state variables stay:
 * a run of the result is a run of the system. Where other blocks have no errors, steps that lead to none
 * of the asked ones are removed. The usual passes can then drop most of the rest.
 */
export function restrict(system: TransitionSystem, target: Target): TransitionSystem {
  switch (target.kind) {
    case 'all':
      return system;
    case 'labels':
      return withLabels(system, new Set(target.labels));
    case 'blocks':
      return withBlocks(system, target.blocks);
  }
}

function withLabels(system: TransitionSystem, labels: ReadonlySet<string>): TransitionSystem {
  const blocks = system.blocks.map((block) => {
    if (block.bads.length === 0) return block;
    const bads = block.bads.filter(({ name }) => labels.has(name));
    return { ...block, bads, bad: system.terms.orAll(bads.map(({ term }) => term)) };
  });
  return { ...system, blocks };
}

function withBlocks(system: TransitionSystem, asked: readonly number[]): TransitionSystem {
  const { terms, pc } = system;
  const wanted = new Set(asked);
  const kept = blocksBefore(predecessors(system), asked);
  const no = terms.false;
  const blocks = system.blocks.map((block) => {
    if (!kept.has(block.id)) return inert(system, block);
    const stays = block.successors.filter((id) => kept.has(id));
    const leadsOn =
      pc === null || stays.length === block.successors.length
        ? terms.true
        : terms.not(terms.andAll(stays.map((id) => terms.not(terms.eq(block.next[pc], counterValue(system, id))))));
    const feasible = terms.and(block.feasible, leadsOn);
    // A part has not all errors of a check.
    const whole = { ...block, feasible, bads: [] };
    return wanted.has(block.id) ? whole : { ...whole, bad: no, gap: no };
  });
  return refreshBlocks({
    ...system,
    blocks,
    gaps: system.gaps.filter(({ block }) => wanted.has(block)),
    doubts: system.doubts.filter(({ block }) => kept.has(block)),
  });
}

function predecessors(system: TransitionSystem): readonly (readonly number[])[] {
  return predecessorsIn(controlOf(system));
}

/** The blocks from which steps lead to each block. */
export function predecessorsIn({ successors }: ControlGraph): readonly (readonly number[])[] {
  const before: number[][] = successors.map(() => []);
  for (const [id, after] of successors.entries()) for (const next of after) before[next].push(id);
  return before;
}

/** Returns the blocks from which one of the given ones may be reached, these included. */
export function blocksBefore(before: readonly (readonly number[])[], ids: readonly number[]): ReadonlySet<number> {
  const found = new Set(ids);
  for (const id of found) for (const earlier of before[id]) found.add(earlier);
  return found;
}

/**
 * Joins parts until no two share much. The entry does not count: each part keeps only what it needs of
 * it.
 */
function joinOverlapping(system: TransitionSystem, parts: readonly ErrorPart[]): readonly ErrorPart[] {
  const sizes = blockSizes(system);
  const sizeOf = (ids: Iterable<number>): number => {
    let sum = 0;
    for (const id of ids) sum += id === 0 ? 0 : sizes[id];
    return sum;
  };
  const joined: ErrorPart[] = [];
  for (const part of parts) {
    let whole = part;
    for (let i = 0; i < joined.length; ) {
      const other = joined[i];
      const common = [...other.before].filter((id) => whole.before.has(id));
      const least = Math.min(sizeOf(other.before), sizeOf(whole.before));
      if (sizeOf(common) <= MOST_SHARED * least) {
        i += 1;
        continue;
      }
      joined.splice(i, 1);
      whole = { asked: [...other.asked, ...whole.asked], before: new Set([...other.before, ...whole.before]) };
      // The larger part may share much with one that was passed.
      i = 0;
    }
    joined.push(whole);
  }
  return joined;
}

/** Returns the number of terms of each block, plus 1, so that no block is free. */
function blockSizes({ terms, blocks }: TransitionSystem): readonly number[] {
  return blocks.map((block) => 1 + postorder(terms, blockTerms(block)).length);
}
