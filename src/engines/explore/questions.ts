import { Waiting } from './frontier.ts';
import type { Inquiry } from './inquiry.ts';
import type { Places } from './places.ts';
import type { States } from './states.ts';
import type { Condition } from './step.ts';

/** What a propagation of the solver costs, in gates; questions may take this part of the time. */
const PROPAGATION = 32;
const ASKING = 1 / 3;
/** States that are looked at before one is asked about. */
const LOOKED_AT = 256;
/** States are asked for all their branches if there are no more than these. */
const ENUMERATED = 1024;

/** Inputs with which a state is to be left. */
export interface Answer {
  readonly location: number;
  readonly state: number;
  readonly inputs: Int32Array;
}

/** A state of a location where there is something to ask. */
interface Asked {
  readonly location: number;
  readonly state: number;
  readonly inquiry: Inquiry;
}

/**
 * Which states solvers are asked about, and for what: mostly for branches that no state took; in turn with that for all branches of one state, since
 * what it takes may depend on its values, and for any step, since where few inputs have one, others are not found by trying.
 */
export class Questions {
  readonly #places: Places;
  readonly #states: States;
  /** States that were not asked yet, or may be asked again, for what no state did: those with a new value, and others. */
  readonly #curious: readonly [Waiting, Waiting];
  /** The state that is asked for all its branches, and those that it did not take since. */
  #asked: Asked | null = null;
  #open: readonly Condition[] = [];
  #turn = 0;
  #questions = 0;
  #answers = 0;
  readonly #row: Int32Array;

  constructor(places: Places, states: States) {
    this.#places = places;
    this.#states = states;
    this.#curious = [new Waiting(places.count), new Waiting(places.count)];
    this.#row = new Int32Array(states.words);
  }

  /** A state was found; those with something new are asked first. */
  found(location: number, state: number, isNew: boolean): void {
    if (this.#places.asks(location)) this.#curious[isNew ? 0 : 1].push(location, state);
  }

  /** Asks, and tells the answer if there is one. `visited`: states that were; `effort`: what all else cost, in gates. */
  next(visited: Waiting, effort: number): Answer | null {
    if (PROPAGATION * this.#places.work > ASKING * effort) return null;
    this.#turn += 1;
    if (this.#turn % 2 === 0) return this.#forNew();
    return this.#turn % 4 === 1 ? this.#forAny(visited) : this.#forOther(visited);
  }

  /** After a step from a location: what the state that is asked for all its branches took. `lanesOf`: where a state is, of the lanes that go on. */
  observe(location: number, lanesOf: (state: number) => number): void {
    if (this.#asked?.location !== location) return;
    const own = lanesOf(this.#asked.state);
    if (own !== 0) this.#open = this.#asked.inquiry.untaken(this.#open, own);
  }

  summary(): string {
    return `${this.#answers} of ${this.#questions} questions answered, ${this.#places.open} branches open`;
  }

  #forNew(): Answer | null {
    for (let looked = 0; looked < LOOKED_AT; looked += 1) {
      const curious = this.#curious.find(({ size }) => size > 0);
      if (curious === undefined) return null;
      const location = curious.nextLocation();
      const state = curious.take(location, looked % 2 === 0 ? 'oldest' : 'latest');
      const { inquiry } = this.#places.at(location);
      if (state === undefined || inquiry === null || inquiry.isBarren(this.#read(state))) continue;
      // A state that can do nothing new is known for that when it has its next turn.
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

  /** A state that was visited, if there is something to ask at the location that has a turn. */
  #any(visited: Waiting): Asked | null {
    if (visited.size === 0) return null;
    const location = visited.nextLocation();
    const { inquiry } = this.#places.at(location);
    const state = inquiry === null ? undefined : visited.take(location, 'oldest');
    if (state === undefined || inquiry === null) return null;
    visited.push(location, state);
    return { state, location, inquiry };
  }

  #ask({ location, state }: Asked, ask: (row: Int32Array, wishes: Int32Array) => Int32Array | null): Answer | null {
    this.#questions += 1;
    const inputs = ask(this.#read(state), this.#places.at(location).proposals.fresh());
    if (inputs === null) return null;
    this.#answers += 1;
    return { location, state, inputs };
  }

  #read(state: number): Int32Array {
    const { words, rows } = this.#states;
    for (let w = 0; w < words; w += 1) this.#row[w] = rows.word(state, w);
    return this.#row;
  }
}
