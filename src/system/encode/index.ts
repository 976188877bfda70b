import type { LinkedProgram } from '../../program/cfa/linked.ts';
import type { ProgramPlaces } from '../transys/program-places.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { assemble } from './blocks/assemble.ts';
import { type BlockResult, BlockRunner } from './blocks/block.ts';
import { CutState } from './blocks/cut-state.ts';
import { Sweep } from './blocks/queue.ts';
import { Encoding } from './machine/encoding.ts';
import { countedLoops } from './plan/counted-loops.ts';
import { type CutKind, findCutPoints } from './plan/cut-points.ts';
import { NOTHING_DECIDED } from './plan/decided.ts';
import { firstPlan, type NamedValues, type Plan, revisedPlan } from './plan/plan.ts';

export { type EncodingDecisions, encodingDecisions } from './decisions.ts';
export { explainEncoding } from './explain.ts';
export type { CutKind } from './plan/cut-points.ts';
export type { NamedValues } from './plan/plan.ts';

/** Options for the encoder. */
export interface EncodeOptions {
  /** Called before each run of a block with the round and the linked location where it begins; may throw. */
  readonly onBlock?: (round: number, location: number) => void;
  /** The cut points; loop heads if absent. */
  readonly cuts?: CutKind;
  /** Whether a block executes the loops that fill objects with constants; default false. */
  readonly unwinds?: boolean;
  /** Default: none. */
  readonly names?: NamedValues;
}

/**
 * Limit of the rounds that change representations of objects. After it, accesses that do not fit
 * become gaps.
 */
const MAX_ROUNDS = 48;
/**
 * Limit of the runs of one block in a round that another round will follow. The first run often knows
 * constants that later runs do not.
 */
const MAX_LOOKS = 2;

/** A program as a transition system, with the encoder's records about it. */
export interface EncodedProgram {
  readonly system: TransitionSystem;
  /** The places where runs of the program meet the blocks and keep the system's state variables. */
  readonly places: ProgramPlaces;
  readonly encoding: Encoding;
  /** Number of rounds that the encoding took. */
  readonly rounds: number;
}

/**
 * Encodes a linked program as a transition system: one block for each cut point, with joins merged.
 * `pc` combines several loops into one ([IMC22] Sect. 4.1). A cell that holds one constant at a cut
 * point on all runs is a constant there. Cells that cannot influence the error are not part of the
 * state.
 */
export function encode(linked: LinkedProgram, options: EncodeOptions = {}): EncodedProgram {
  const { names = 'none' } = options;
  const cuts = findCutPoints(linked, options.cuts);
  const counted = options.unwinds === true ? countedLoops(linked, cuts) : new Map();
  let plan: Plan = { ...firstPlan(linked, cuts, NOTHING_DECIDED), counted, names };
  for (let round = 1; ; round++) {
    const encoding = new Encoding(plan);
    const results = fixpoint(encoding, (location) => options.onBlock?.(round, location));
    for (const { unwound } of results.values()) for (const cut of unwound) encoding.executed.add(cut);
    if (!mustRepeat(encoding)) return { ...assemble(encoding, results), encoding, rounds: round };
    plan = revisedPlan(plan, encoding.revisions.decided, round + 1 === MAX_ROUNDS);
  }
}

/** Whether another round follows, whatever else this one finds. */
function mustRepeat({ plan, revisions }: Encoding): boolean {
  return !plan.isLast && revisions.any;
}

/** Runs the blocks until the facts at the cut points hold on all runs. */
function fixpoint(encoding: Encoding, onBlock: (location: number) => void): Map<number, BlockResult> {
  const { known } = encoding;
  const states = encoding.plan.cuts.locations.map(() => new CutState(encoding));
  const results = new Map<number, BlockResult>();
  states[0].reached = true;
  do {
    known.begin();
    const dirty = new Sweep(states.length);
    const looks = new Uint8Array(states.length);
    for (const [cut, state] of states.entries()) if (state.reached) dirty.add(cut);
    for (let cut = dirty.take(); cut !== null; cut = dirty.take()) {
      // A new round will repeat everything. A short look at each remaining block finds most of the other
      // revisions.
      if (mustRepeat(encoding) && ++looks[cut] > MAX_LOOKS) continue;
      onBlock(encoding.plan.cuts.locations[cut]);
      states[cut].look();
      const result = blockAt(cut, states[cut], encoding, (open) => {
        for (const [other, { unwound }] of results) if (unwound.has(open)) dirty.add(other);
      });
      results.set(cut, result);
      for (const [target, exit] of result.exits) if (states[target].arrive(exit, result.machine)) dirty.add(target);
      // The system needs the cells of the machine, and no facts.
      result.machine.facts.forget();
    }
    if (mustRepeat(encoding)) return results;
  } while (!known.areSettled);
  for (const { facts } of states) known.learnPointsTo(facts);
  return results;
}

/** Runs a block, again where it ends at a loop that it tried to unwind. `onOpen` is told of each such loop. */
function blockAt(cut: number, state: CutState, encoding: Encoding, onOpen: (open: number) => void): BlockResult {
  for (;;) {
    const result = new BlockRunner(encoding, cut, state).run();
    if (typeof result !== 'number') return result;
    encoding.revisions.endBlocksAt(result);
    onOpen(result);
  }
}
