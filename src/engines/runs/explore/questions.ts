import { Waiting } from './frontier.ts';
import type { Inquiry } from './inquiry.ts';
import type { Places } from './places.ts';
import type { States } from './states.ts';
import type { Condition } from './step.ts';

/** Cost of a propagation of the solver in gates, and the largest share of the time for queries. */
const PROPAGATION = 32;
const ASKING = 1 / 3;
/** Most states that are considered for one query. */
const LOOKED_AT = 256;
/** Largest number of branches for which a state is asked for all of them. */
const ENUMERATED = 1024;

/** Inputs for the next step from a state. */
export interface Answer {
  readonly location: number;
  readonly state: number;
  readonly inputs: Int32Array;
}

/** A state of a location where queries make sense. */
interface QuestionedState {
  readonly location: number;
  readonly state: number;
  readonly inquiry: Inquiry;
}

/**
 * Chooses the states and branches of solver queries. Every second query is for branches that no step
 * took. The others alternate between all branches of one state, since their conditions may depend on
 * its values, and any step at all. Where few inputs allow a step, trying does not find them.
 */
export class Questions {
  readonly #places: Places;
  readonly #states: States;
  /** States for queries about branches that no step took. */
  readonly #curious: Waiting;
  /** The state that is asked for all its branches, and those that it has not taken since. */
  #asked: QuestionedState | null = null;
  #open: readonly Condition[] = [];
  #turn = 0;
  #questions = 0;
  #answers = 0;
  readonly #row: Int32Array;

  constructor(places: Places, states: States) {
    this.#places = places;
    this.#states = states;
    this.#curious = new Waiting(places.count);
    this.#row = new Int32Array(states.words);
  }

  /** Takes in a new state. */
  found(location: number, state: number): void {
    if (this.#places.asks(location)) this.#curious.push(location, state);
  }

  /**
   * Makes the next query, and returns its answer if there is one. `visited`: states that were visited.
   * `effort`: the cost of everything else so far, in gates.
   */
  next(visited: Waiting, effort: number): Answer | null {
    if (PROPAGATION * this.#places.work > ASKING * effort) return null;
    this.#turn += 1;
    if (this.#turn % 2 === 0) return this.#forNew();
    return this.#turn % 4 === 1 ? this.#forAny(visited) : this.#forOther(visited);
  }

  /**
   * After a step from a location: removes the branches that the asked state took. `lanesOf`: the lanes
   * of a state that go on.
   */
  observe(location: number, lanesOf: (state: number) => number): void {
    if (this.#asked?.location !== location) return;
    const own = lanesOf(this.#asked.state);
    if (own !== 0) this.#open = this.#asked.inquiry.untaken(this.#open, own);
  }

  summary(): string {
    return `${this.#answers} of ${this.#questions} questions answered, ${this.#places.open} branches open`;
  }

  #forNew(): Answer | null {
    const curious = this.#curious;
    for (let looked = 0; looked < LOOKED_AT && curious.size > 0; looked++) {
      const location = curious.nextLocation();
      const state = curious.take(location, 'oldest');
      const { inquiry } = this.#places.at(location);
      if (state === undefined || inquiry === null || inquiry.isBarren(this.#read(state))) continue;
      // If it can take no open branch, its next turn will show that.
      curious.push(location, state);
      return this.#ask({ location, state, inquiry }, (row, wishes) => inquiry.ask(row, wishes));
    }
    return null;
  }

  #forOther(visited: Waiting): Answer | null {
    const asked = this.#asked;
    if (asked !== null && this.#open.length > 0) {
      const answer = this.#ask(asked, (row, wishes) => asked.inquiry.askFor(this.#open, row, wishes));
      if (answer !== null) return answer;
    }
    this.#asked = this.#any(visited);
    const open = this.#asked?.inquiry.all() ?? [];
    this.#open = open.length <= ENUMERATED ? open : [];
    return null;
  }

  #forAny(visited: Waiting): Answer | null {
    const asked = this.#any(visited);
    return asked === null ? null : this.#ask(asked, (row, wishes) => asked.inquiry.askForAny(row, wishes));
  }

  /** A visited state of the location whose turn it is, if queries make sense there. */
  #any(visited: Waiting): QuestionedState | null {
    if (visited.size === 0) return null;
    const location = visited.nextLocation();
    const { inquiry } = this.#places.at(location);
    const state = inquiry === null ? undefined : visited.take(location, 'oldest');
    if (state === undefined || inquiry === null) return null;
    visited.push(location, state);
    return { state, location, inquiry };
  }

  #ask(
    { location, state }: QuestionedState,
    ask: (row: Int32Array, wishes: Int32Array) => Int32Array | null,
  ): Answer | null {
    this.#questions += 1;
    const inputs = ask(this.#read(state), this.#places.at(location).proposals.fresh());
    if (inputs === null) return null;
    this.#answers += 1;
    return { location, state, inputs };
  }

  #read(state: number): Int32Array {
    const { words, rows } = this.#states;
    for (let w = 0; w < words; w++) this.#row[w] = rows.word(state, w);
    return this.#row;
  }
}
