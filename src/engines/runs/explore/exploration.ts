import { numbersBelow } from '../../../base/xorshift.ts';
import { doubtWithoutCondition } from '../../../system/transys/doubts.ts';
import type { SystemTrace, TraceValue } from '../../../system/transys/system.ts';
import { type Claim, type EngineContext, incomplete } from '../../methods/engine.ts';
import type { BitSystem } from '../../methods/frames/bit-system.ts';
import { isCertain } from '../../methods/frames/counterexample.ts';
import { MAX_DEPTH, numberOf } from '../../methods/options.ts';
import { type End, Waiting } from './frontier.ts';
import { NoveltyTable } from './novelty.ts';
import { Places } from './places.ts';
import type { KnownRow } from './proposals.ts';
import { type Answer, Questions } from './questions.ts';
import { States } from './states.ts';
import { LANES } from './transpose.ts';

/**
 * Memory limit for states and inputs, in bytes. At the limit the search starts again, with what it
 * learned about inputs.
 */
const MEMORY = 2 ** 28;
/** Memory of a state in the queues, in bytes. */
const QUEUED = 24;
/**
 * The search ends after this many steps without a new state, or this many for each state, whichever is
 * more.
 */
const PATIENCE = 2 ** 18;
const PATIENCE_BY_STATE = 8;
/** Most doubtful runs that are offered: the first one, the fourth, the sixteenth and so on. */
const MOST_OFFERS = 8;
const OFFER_GROWTH = 4;
/**
 * A run is evaluated before it is claimed, unless its steps together have more gates than these. Then
 * the replay is the only check.
 */
const EVALUATED_GATES = 2 ** 26;
/** Passes between two checks whether to stop. */
const PASSES_BETWEEN_STOPS = 16;
/** Passes before the first note; the number doubles with each note. */
const FIRST_NOTE = 2 ** 10;
/**
 * Period of passes whose last part goes on from the states found last: a quarter of it in the first
 * round, at most three quarters.
 */
const BURST = 2 ** 10;

/** Cost of a pass besides its gates, in gates. */
const PASS = 2 ** 15;

/**
 * Classes of states that wait for their first visit: classes 0 to 2 by novelty, and this one for
 * states that rest on a doubt.
 */
const DOUBTFUL = 3;
/** The class with the first choice in each pass; the other classes follow in order. */
const TURNS: readonly number[] = [0, 0, 1, 0, 0, 2, 0, 1, 0, 0, 1, 0, 2, 0, 1, DOUBTFUL];
/** In one of this many passes a state is visited again, with other inputs. */
const AGAIN = 7;

/**
 * The search by states of {@link explore}. It makes passes of up to {@link LANES} steps from states of
 * one location.
 *
 * Numbers in this folder bound memory and time, or were chosen by hand. Parts were left out one by one on
 * six tasks of SV-COMP, and those that gained nothing are gone. These pay:
 * - queries about branches, bursts and barren states: `pc_sfifo_1+token_ring` or `s3_srvr_12` takes 15 times
 *   as many steps without them; 7 times without further visits, 4 times without pairs of values;
 * - queries for any step: `pals_lcr.7.1+Problem12` is not solved without them.
 * - fresh rows near known ones, rows on probation, and all combinations of interesting values, together:
 *   `pals_lcr.6.1.ufo.BOUNDED-12` takes 3 s with them, and is not found in 15 s without.
 */
export class Exploration {
  readonly #context: EngineContext;
  readonly #bits: BitSystem;
  readonly #places: Places;
  /** Most steps from the entry. */
  readonly #maxDepth: number;
  #deepest = 0;
  readonly #novelty: () => NoveltyTable;
  #states: States;
  #table: NoveltyTable;
  #waiting: readonly Waiting[] = [];
  #again = new Waiting(0);
  #questions: Questions;
  /** Cost of all passes so far, in gates. */
  #effort = 0;
  #passes = 0;
  #steps = 0;
  /** `#steps` when the last new state was found. */
  #lastNew = 0;
  #rounds = 0;
  #doubtfulRuns = 0;
  #nextOffer = 1;
  #offers = 0;

  // The lanes of one pass.
  #count = 0;
  readonly #lanes = new Int32Array(LANES);
  readonly #laneRows: Int32Array[] = [];
  readonly #laneKnown: (KnownRow | null)[] = [];
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  #inputs = new Int32Array(0);
  readonly #row: Int32Array;

  constructor(context: EngineContext, bits: BitSystem) {
    this.#context = context;
    this.#bits = bits;
    this.#places = new Places(context, bits, numbersBelow(context.seed));
    const maxDepth = numberOf(context, MAX_DEPTH);
    this.#maxDepth = maxDepth > 0 ? maxDepth + bits.graph.initialSteps : Number.POSITIVE_INFINITY;
    const words = Math.ceil(bits.bits.length / LANES);
    this.#states = new States(words);
    this.#questions = new Questions(this.#places, this.#states);
    this.#novelty = () => new NoveltyTable(bits);
    this.#table = this.#novelty();
    this.#from = new Int32Array(LANES * words);
    this.#to = new Int32Array(LANES * words);
    this.#row = new Int32Array(words);
  }

  /** Throws as {@link Places.at} does. */
  run(): Claim {
    const context = this.#context;
    this.#begin();
    for (let nextNote = FIRST_NOTE; ; this.#passes++) {
      if (this.#passes % PASSES_BETWEEN_STOPS === 0 && context.stopped())
        return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
      if (this.#passes === nextNote) {
        context.note(this.#summary());
        nextNote *= 2;
      }
      const location = this.#answered(this.#questions.next(this.#again, this.#effort)) ?? this.#fill();
      if (location === null) return this.#unknown(`none of ${this.#states.size} states leads to the error`);
      const claim = this.#pass(location);
      if (claim !== null) return claim;
      if (this.#steps - this.#lastNew > Math.max(PATIENCE, PATIENCE_BY_STATE * this.#states.size))
        return this.#unknown(`${this.#steps} steps, and there seem to be no more than ${this.#states.size} states`);
      if (this.#bytes() > MEMORY) this.#begin();
    }
  }

  /** Forgets all states, and starts with the state at the entry, where values do not matter. */
  #begin(): void {
    const { length } = this.#bits.locations;
    this.#rounds += 1;
    this.#states = new States(this.#states.words);
    this.#table = this.#novelty();
    this.#waiting = Array.from({ length: DOUBTFUL + 1 }, () => new Waiting(length));
    this.#again = new Waiting(length);
    this.#questions = new Questions(this.#places, this.#states);
    this.#places.forget();
    this.#row.fill(0);
    const { id } = this.#bits.entry;
    const first = this.#states.add(this.#row, id, false, -1, () => -1);
    if (first === null) return;
    this.#waiting[0].push(id, first);
    this.#questions.found(id, first);
  }

  /** Fills the lanes with inputs that a solver found, and with similar ones. */
  #answered(answer: Answer | null): number | null {
    if (answer === null) return null;
    const { location, state, inputs } = answer;
    const { proposals } = this.#places.at(location);
    this.#clear();
    this.#lane(state, inputs, null);
    while (this.#count < LANES && proposals.freshRows > 1) this.#lane(state, proposals.near(inputs), null);
    return location;
  }

  #clear(): void {
    this.#count = 0;
    this.#laneRows.length = 0;
    this.#laneKnown.length = 0;
  }

  /** Fills the lanes with states of one location, and inputs; null if no state waits. */
  #fill(): number | null {
    this.#clear();
    const waiting = this.#choose();
    if (waiting === null) return null;
    // Later rounds follow the latest states longer before they go on with the oldest ones.
    const burst = this.#passes % BURST >= BURST - (BURST / 4) * Math.min(3, this.#rounds);
    const end: End = burst && waiting !== this.#again ? 'latest' : 'oldest';
    const location = waiting.nextLocation();
    for (let added = 0; ; ) {
      const state = waiting.take(location, end);
      if (state === undefined) break;
      const before = this.#count;
      this.#visit(location, state);
      added = Math.max(added, this.#count - before);
      if (this.#count + added > LANES) break;
    }
    return location;
  }

  #choose(): Waiting | null {
    const again = this.#again.size > 0;
    if (again && this.#passes % AGAIN === AGAIN - 1) return this.#again;
    const first = TURNS[this.#passes % TURNS.length];
    if (this.#waiting[first].size > 0) return this.#waiting[first];
    return this.#waiting.find(({ size }) => size > 0) ?? (again ? this.#again : null);
  }

  #visit(location: number, state: number): void {
    const { proposals, step } = this.#places.at(location);
    const visits = this.#states.visit(state);
    const room = LANES - this.#count;
    const known = visits === 0 ? proposals.plan() : proposals.again(visits);
    for (const entry of known.slice(0, room)) this.#lane(state, entry.row, entry);
    if (proposals.complete) return;
    const fresh = visits === 0 ? proposals.freshRows : LANES / 2;
    for (let i = 0; i < fresh && this.#count < LANES; i++) this.#lane(state, proposals.fresh(), null);
    if (step.inputs.length > 0) this.#again.push(location, state);
  }

  #lane(state: number, inputs: Int32Array, known: KnownRow | null): void {
    this.#lanes[this.#count] = state;
    this.#laneRows.push(inputs);
    this.#laneKnown.push(known);
    this.#count += 1;
  }

  /** Makes one step from all lanes; returns a claim if one of them ends in bad. */
  #pass(location: number): Claim | null {
    const { step, inquiry } = this.#places.at(location);
    const { words, rows } = this.#states;
    if (LANES * step.inputWords > this.#inputs.length) this.#inputs = new Int32Array(LANES * step.inputWords);
    for (let lane = 0; lane < this.#count; lane++) {
      for (let w = 0; w < words; w++) this.#from[lane * words + w] = rows.word(this.#lanes[lane], w);
      this.#inputs.set(this.#laneRows[lane], lane * step.inputWords);
    }
    step.run(this.#from, this.#inputs, this.#count);
    this.#steps += this.#count;
    this.#effort += PASS + step.gates;
    const { bad, doubtful } = step;
    const ending = step.ending & this.#mask();
    inquiry?.observe(ending);
    this.#questions.observe(location, (state) => this.#lanesOf(state) & ending);
    for (let lane = 0; lane < this.#count; lane++) {
      if (((bad >>> lane) & 1) === 0) continue;
      const claim = this.#reached(location, lane, ((doubtful >>> lane) & 1) !== 0);
      if (claim !== null) return claim;
    }
    step.next(this.#to, words);
    const found = new Uint8Array(LANES);
    for (const successor of step.successors) {
      const taken = step.taken(successor);
      for (let lane = 0; lane < this.#count; lane++)
        if (((taken >>> lane) & 1) !== 0 && this.#enter(location, lane, successor.to, ((doubtful >>> lane) & 1) !== 0))
          found[lane] = 1;
    }
    this.#learn(location, found);
    return null;
  }

  /** Adds the state that a lane led to; false if it is known. */
  #enter(location: number, lane: number, to: number, doubtfulStep: boolean): boolean {
    const { words } = this.#states;
    const parent = this.#lanes[lane];
    const doubtful = doubtfulStep || this.#states.isDoubtful(parent);
    if (doubtful && this.#offers >= MOST_OFFERS) return false;
    const depth = this.#states.depth(parent) + 1;
    if (depth > this.#maxDepth) return false;
    for (let w = 0; w < words; w++) this.#row[w] = this.#to[lane * words + w];
    const state = this.#states.add(this.#row, to, doubtful, parent, () => {
      const index = this.#places.at(location).inputs.add(this.#laneRows[lane]);
      return index < 0 ? ~index : index;
    });
    if (state === null) return false;
    this.#lastNew = this.#steps;
    this.#deepest = Math.max(this.#deepest, depth);
    this.#table.from(this.#from.subarray(lane * words, (lane + 1) * words));
    const novelty = this.#table.judge(this.#row, to);
    this.#waiting[doubtful ? DOUBTFUL : novelty - 1].push(to, state);
    this.#questions.found(to, state);
    return true;
  }

  #learn(location: number, found: Uint8Array): void {
    const { proposals } = this.#places.at(location);
    for (let lane = 0; lane < this.#count; lane++) {
      const known = this.#laneKnown[lane];
      if (known !== null) proposals.tried(known, found[lane] === 1);
      else if (found[lane] === 1) proposals.learn(this.#laneRows[lane]);
    }
  }

  /** Takes in a lane that ends in bad. A run that rests on a doubt is only offered. */
  #reached(location: number, lane: number, doubtfulStep: boolean): Claim | null {
    const { system } = this.#context;
    const state = this.#lanes[lane];
    const withoutCondition = doubtWithoutCondition(system);
    const doubtful = doubtfulStep || this.#states.isDoubtful(state) || withoutCondition !== null;
    if (doubtful) {
      this.#doubtfulRuns += 1;
      if (this.#doubtfulRuns < this.#nextOffer || this.#offers >= MOST_OFFERS) return null;
      this.#nextOffer *= OFFER_GROWTH;
      this.#offers += 1;
    }
    const trace = this.#trace(location, state, this.#laneRows[lane]);
    if (!doubtful) {
      const effort = trace.steps.length * this.#places.at(location).step.gates;
      if (effort > EVALUATED_GATES || isCertain(system, trace))
        return { kind: 'unsafe', run: { kind: 'system', trace } };
      return this.#unknown('the gates and the terms of a run disagree');
    }
    this.#context.offer({ kind: 'system', trace });
    if (withoutCondition === null || this.#offers < MOST_OFFERS) return null;
    return { kind: 'unknown', reason: { kind: 'doubt', doubt: withoutCondition }, bound: null };
  }

  #trace(location: number, last: number, inputs: Int32Array): SystemTrace {
    const steps: ReadonlyMap<number, TraceValue>[] = [this.#places.at(location).step.traced(inputs)];
    let state = last;
    for (let origin = this.#states.origin(state); origin !== null; origin = this.#states.origin(state)) {
      state = origin.parent;
      const { step, inputs: kept } = this.#places.at(this.#states.location(state));
      const row = new Int32Array(step.inputWords);
      kept.read(origin.inputs, row);
      steps.push(step.traced(row));
    }
    steps.reverse();
    const init = (this.#bits.graph.initialSteps > 0 ? steps.shift() : undefined) ?? new Map<number, TraceValue>();
    return { init, steps };
  }

  #lanesOf(state: number): number {
    let mask = 0;
    for (let lane = 0; lane < this.#count; lane++) if (this.#lanes[lane] === state) mask |= 1 << lane;
    return mask;
  }

  /** The mask of all used lanes. */
  #mask(): number {
    return this.#count === LANES ? -1 : 2 ** this.#count - 1;
  }

  #bytes(): number {
    return this.#places.bytes + this.#states.bytes + QUEUED * this.#states.size;
  }

  #unknown(why: string): Claim {
    this.#context.note(this.#summary());
    return incomplete(why);
  }

  #summary(): string {
    const waiting = this.#waiting.map(({ size }) => size).join(' ');
    return `${this.#steps} steps, ${this.#states.size} states up to depth ${this.#deepest}, waiting by novelty: ${waiting}; round ${this.#rounds}; ${this.#questions.summary()}`;
  }
}
