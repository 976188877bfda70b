import { LemmataError } from '../../../base/errors.ts';
import type { EngineContext } from '../../methods/engine.ts';
import type { BitSystem } from '../../methods/frames/bit-system.ts';
import { type Constants, comparedConstants } from './constants.ts';
import { Inquiry } from './inquiry.ts';
import { Proposals } from './proposals.ts';
import { RowSet } from './rows.ts';
import { GateStep, Wiring } from './step.ts';

/** Most gates of all steps together, and of the steps with solvers. */
const MAX_GATES = 2 ** 24;
const ASKED_GATES = 2 ** 21;

/** A location, with its inputs that were useful. */
export interface ExploredPlace {
  readonly step: GateStep;
  readonly proposals: Proposals;
  /** Null if no query makes sense: all inputs are tried anyway, or decide nothing. */
  readonly inquiry: Inquiry | null;
  /** Inputs of steps to states that are kept. */
  inputs: RowSet;
}

/** The locations of a system; each is built when the first state is found there. */
export class Places {
  readonly #context: EngineContext;
  readonly #bits: BitSystem;
  readonly #random: (n: number) => number;
  readonly #places: (ExploredPlace | null)[];
  readonly #constants: Constants;
  readonly #wiring: Wiring;
  #gates = 0;

  constructor(context: EngineContext, bits: BitSystem, random: (n: number) => number) {
    this.#context = context;
    this.#bits = bits;
    this.#random = random;
    this.#places = bits.locations.map(() => null);
    this.#constants = comparedConstants(context.system);
    this.#wiring = new Wiring(bits);
  }

  get count(): number {
    return this.#places.length;
  }

  /** Memory of the stored inputs, in bytes. */
  get bytes(): number {
    return this.#sum(({ inputs }) => inputs.bytes);
  }

  /** Number of branches that no step took. */
  get open(): number {
    return this.#sum(({ inquiry }) => inquiry?.open ?? 0);
  }

  /** Work of the solvers so far, in propagated literals. */
  get work(): number {
    return this.#sum(({ inquiry }) => inquiry?.work ?? 0);
  }

  /** Throws as {@link GateStep} does, and `E-LIMIT` if the steps are too large. */
  at(location: number): ExploredPlace {
    const known = this.#places[location];
    if (known !== null) return known;
    const step = new GateStep(this.#bits, this.#bits.locations[location], this.#wiring);
    this.#gates += step.gates;
    if (this.#gates > MAX_GATES) throw new LemmataError('E-LIMIT', `more than ${MAX_GATES} gates`);
    const proposals = new Proposals(this.#context.system, step, this.#constants, this.#random);
    const asks = !proposals.complete && step.conditions.length > 0 && this.#gates <= ASKED_GATES;
    const inquiry = asks ? new Inquiry(this.#bits.gates.blaster.graph, step, () => this.#context.stopped()) : null;
    const place = { step, proposals, inquiry, inputs: new RowSet(step.inputWords) };
    this.#places[location] = place;
    return place;
  }

  /** True if queries at a location may make sense. */
  asks(location: number): boolean {
    return this.#places[location]?.inquiry !== null;
  }

  /** Forgets the stored inputs. */
  forget(): void {
    for (const place of this.#places) if (place !== null) place.inputs = new RowSet(place.step.inputWords);
  }

  #sum(of: (place: ExploredPlace) => number): number {
    return this.#places.reduce((sum, place) => sum + (place === null ? 0 : of(place)), 0);
  }
}
