import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import { programTerms } from '../../system/transys/program-terms.ts';
import { type SampleLimits, type Samples, sampleStates } from '../../system/transys/sampling/sampler.ts';
import type { Block, TransitionSystem } from '../../system/transys/system.ts';

/**
 * Range of the constants that are shrunk: limits of loops of some thousand turns. Larger ones are
 * ranges of types and of memory.
 */
const LEAST = 33n;
const MOST = 1n << 24n;
/** Constants at most this far apart keep their distance. */
const NEAR = 2n;
/** The small value of the first large constant, and the distance to the next one. */
const APART = 6n;
const MOST_GROUPS = 6;

/** States of a similar system whose large constants are small: its loops end within short runs. */
export interface ShrunkSamples {
  readonly samples: Samples;
  /** Maps a term of the system to one over the states of the similar system. */
  readonly over: Substitution;
}

/**
 * Samples of a shrunk system. Where a loop of the program counts up to a large constant, no sampled
 * run leaves it. Runs of a program with small constants in place of the large ones, in the same order,
 * suggest facts about the code behind the loop. Null if there are no large constants, or too many.
 */
export function shrunkSamples(system: TransitionSystem, limits: SampleLimits): ShrunkSamples | null {
  const over = shrinking(system);
  if (over === null) return null;
  const blocks = system.blocks.map(
    (block): Block => ({
      ...block,
      feasible: over.apply(block.feasible),
      bad: over.apply(block.bad),
      gap: over.apply(block.gap),
      next: block.next.map((t) => over.apply(t)),
    }),
  );
  return { samples: sampleStates({ ...system, blocks }, limits), over };
}

function shrinking(system: TransitionSystem): Substitution | null {
  const { terms } = system;
  const order = postorder(terms, programTerms(system));
  const groups = groupsOf(comparedConstants(system, order));
  if (groups.length === 0 || groups.length > MOST_GROUPS) return null;
  const widths = new Set(order.flatMap((t) => (terms.sort(t).kind === 'bv' ? [terms.width(t)] : [])));
  const pairs = groups.flatMap(([first, last], place) => {
    const base = APART * BigInt(place + 1);
    return [...widths].flatMap((width) => {
      const found: [Term, Term][] = [];
      for (let value = first - NEAR; value <= last + NEAR && value >> BigInt(width) === 0n; value += 1n) {
        const small = base + value - first;
        found.push([terms.bv(width, value), terms.bv(width, small)]);
        // A subtraction is an addition of the negated constant.
        if (value >> BigInt(width - 1) === 0n)
          found.push([terms.bv(width, BigInt.asUintN(width, -value)), terms.bv(width, BigInt.asUintN(width, -small))]);
      }
      return found;
    });
  });
  return new Substitution(terms, pairs);
}

/** Large constants that the program compares terms with, in order. */
function comparedConstants({ terms }: TransitionSystem, order: readonly Term[]): bigint[] {
  const found = new Set<bigint>();
  for (const t of order) {
    const op = terms.op(t);
    if (op !== Op.EQ && op !== Op.ULT && op !== Op.SLT) continue;
    for (const side of [terms.arg(t, 0), terms.arg(t, 1)]) {
      if (!terms.isBv(side)) continue;
      const value = terms.constValue(side);
      if (value >= LEAST && value < MOST) found.add(value);
    }
  }
  return [...found].sort((a, b) => (a < b ? -1 : 1));
}

/** First and last of each group of values that are near to each other. */
function groupsOf(values: readonly bigint[]): [bigint, bigint][] {
  const groups: [bigint, bigint][] = [];
  for (const value of values) {
    const last = groups.at(-1);
    if (last !== undefined && value - last[1] <= 2n * NEAR) last[1] = value;
    else groups.push([value, value]);
  }
  return groups;
}
