import { LemmataError } from '../../base/errors.ts';
import type { LinkedProgram } from '../../program/cfa/linked.ts';
import type { ProgramPlaces } from '../transys/program-places.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { assemble } from './blocks/assemble.ts';
import { type BlockResult, BlockRunner } from './blocks/block.ts';
import { type CutKind, findCutPoints } from './blocks/cut-points.ts';
import { CutState } from './blocks/cut-state.ts';
import { Sweep } from './blocks/queue.ts';
import { Lifetimes } from './calls/lifetimes.ts';
import { Encoding, type Revisions } from './encoding.ts';
import { pointerFormat } from './memory/pointer-format.ts';

export type { CutKind } from './blocks/cut-points.ts';
export { type EncodingDecisions, encodingDecisions } from './decisions.ts';
export { explainEncoding } from './explain.ts';

/** Options for the encoder. */
export interface EncodeOptions {
  /** Polled between blocks. True ends the encoding with a LemmataError `E-INTERRUPTED`. */
  readonly stopped?: () => boolean;
  /** The cut points; loop heads if absent. */
  readonly cuts?: CutKind;
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

/**
 * Encodes a linked program as a transition system: one block for each cut point, with joins merged.
 * `pc` combines several loops into one ([IMC22] Sect. 4.1). A cell that holds one constant at a cut
 * point on all runs is a constant there. Cells that cannot influence the error are not part of the
 * state.
 */
export function encodeProgram(linked: LinkedProgram, options: EncodeOptions = {}): TransitionSystem {
  return encode(linked, options).system;
}

/** A program as a transition system, with the encoder's records about it. */
export interface EncodedProgram {
  readonly system: TransitionSystem;
  /** The places where runs of the program meet the blocks and keep the system's state variables. */
  readonly places: ProgramPlaces;
  readonly encoding: Encoding;
  /** Number of rounds that the encoding took. */
  readonly rounds: number;
}

/** Encodes like {@link encodeProgram}, and returns the encoder's decisions as well. */
export function encode(linked: LinkedProgram, options: EncodeOptions = {}): EncodedProgram {
  const cuts = findCutPoints(linked, options.cuts);
  const lifetimes = new Lifetimes();
  const revisions: Revisions = {
    raw: new Map(),
    heap: new Map(),
    summaryTargets: new Set(),
    pointerBytes: new Map(),
    escaped: new Set(),
    models: new Set(),
    exposed: new Set(),
    fromIntegers: new Set(),
    outlived: new Set(),
  };
  for (let round = 1; ; round++) {
    const format = pointerFormat(linked, cuts, revisions.outlived);
    const encoding = new Encoding(linked, format, revisions, cuts, lifetimes);
    encoding.final = round === MAX_ROUNDS;
    const results = fixpoint(encoding, options.stopped ?? (() => false));
    if (!encoding.hasRevisions() || encoding.final) return { ...assemble(encoding, results), encoding, rounds: round };
    for (const [key, reason] of encoding.newlyRaw) revisions.raw.set(key, reason);
    for (const [key, plan] of encoding.newPlans) revisions.heap.set(key, plan);
    for (const key of encoding.newlyOutlived) revisions.outlived.add(key);
    revisions.summaryTargets.clear();
    revisions.escaped.clear();
    revisions.exposed.clear();
    revisions.fromIntegers.clear();
  }
}

/** Runs the blocks until the facts at the cut points hold on all runs. */
function fixpoint(encoding: Encoding, stopped: () => boolean): Map<number, BlockResult> {
  const states = encoding.cuts.locations.map(() => new CutState(encoding));
  const results = new Map<number, BlockResult>();
  states[0].reached = true;
  for (;;) {
    const numbered = encoding.objects.numberCount;
    encoding.openWorld = false;
    encoding.listsBlocks = false;
    encoding.summaryChanged = false;
    const dirty = new Sweep(states.length);
    const looks = new Uint8Array(states.length);
    for (const [cut, state] of states.entries()) if (state.reached) dirty.add(cut);
    for (let cut = dirty.take(); cut !== null; cut = dirty.take()) {
      if (stopped()) throw new LemmataError('E-INTERRUPTED', 'encoding was interrupted');
      // A new round will repeat everything. A short look at each remaining block finds most of the other
      // revisions.
      if (!encoding.final && encoding.hasRevisions() && ++looks[cut] > MAX_LOOKS) continue;
      const result = new BlockRunner(encoding, cut, states[cut]).run();
      results.set(cut, result);
      for (const [target, exit] of result.exits) if (states[target].arrive(exit, result.machine)) dirty.add(target);
    }
    if (!encoding.final && encoding.hasRevisions()) return results;
    const grown = encoding.objects.numberCount > numbered;
    if (encoding.summaryChanged || ((encoding.openWorld || encoding.listsBlocks) && grown)) continue;
    for (const { facts } of states) encoding.learnPointsTo(facts);
    return results;
  }
}
