import { LemmataError } from '../base/errors.ts';
import type { LinkedProgram } from '../cfa/linked.ts';
import type { ProgramPlaces } from '../transys/program-places.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { assemble } from './blocks/assemble.ts';
import { type BlockResult, BlockRunner } from './blocks/block.ts';
import { findCutPoints } from './blocks/cut-points.ts';
import { CutState } from './blocks/cut-state.ts';
import { Sweep } from './blocks/queue.ts';
import { Lifetimes } from './calls/lifetimes.ts';
import { Encoding, type Revisions } from './encoding.ts';
import { pointerFormat } from './memory/pointer-format.ts';

export { type EncodingDecisions, encodingDecisions } from './decisions.ts';
export { explainEncoding } from './explain.ts';

export interface EncodeOptions {
  /** Polled between blocks; true ends the encoding with a LemmataError `E-INTERRUPTED`. */
  readonly stopped?: () => boolean;
}

/** Rounds that change the representation of objects before what is left of accesses that do not fit becomes a gap. */
const MAX_ROUNDS = 48;
/** Runs of one block in a round that will be followed by another; the first often knows constants that the later ones do not. */
const MAX_LOOKS = 2;

/**
 * The meaning of a linked program as a transition system: one block per cut point, joins merged, several loops brought to one by `pc`
 * ([IMC22] Sect. 4.1). Cells that hold one constant at a cut point on all runs are constants there; cells that cannot influence the error are
 * not part of the state.
 */
export function encodeProgram(linked: LinkedProgram, options: EncodeOptions = {}): TransitionSystem {
  return encode(linked, options).system;
}

export interface EncodedProgram {
  readonly system: TransitionSystem;
  /** Where runs of the program meet the blocks and keep the state variables of the system. */
  readonly places: ProgramPlaces;
  readonly encoding: Encoding;
  /** How often the encoding was begun. */
  readonly rounds: number;
}

/** As {@link encodeProgram}, with what the encoding decided on the way. */
export function encode(linked: LinkedProgram, options: EncodeOptions = {}): EncodedProgram {
  const cuts = findCutPoints(linked);
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

/** Runs the blocks until what is known at the cut points holds on all runs. */
function fixpoint(encoding: Encoding, stopped: () => boolean): Map<number, BlockResult> {
  const states = encoding.cuts.locations.map(() => new CutState(encoding));
  const results = new Map<number, BlockResult>();
  states[0].reached = true;
  for (;;) {
    const numbered = encoding.objects.numberCount;
    encoding.openWorld = false;
    encoding.summaryChanged = false;
    const dirty = new Sweep(states.length);
    const looks = new Uint8Array(states.length);
    for (const [cut, state] of states.entries()) if (state.reached) dirty.add(cut);
    for (let cut = dirty.take(); cut !== null; cut = dirty.take()) {
      if (stopped()) throw new LemmataError('E-INTERRUPTED', 'encoding was interrupted');
      // All of it will be done again; a short look at each block that is left finds most of what else has to be revised.
      if (!encoding.final && encoding.hasRevisions() && ++looks[cut] > MAX_LOOKS) continue;
      const result = new BlockRunner(encoding, cut, states[cut]).run();
      results.set(cut, result);
      for (const [target, exit] of result.exits) if (states[target].arrive(exit, result.machine)) dirty.add(target);
    }
    if (!encoding.final && encoding.hasRevisions()) return results;
    const grown = encoding.objects.numberCount > numbered;
    if (encoding.summaryChanged || (encoding.openWorld && grown)) continue;
    for (const { facts } of states) encoding.learnPointsTo(facts);
    return results;
  }
}
