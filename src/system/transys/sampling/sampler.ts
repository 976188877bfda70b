import { workClock } from '../../../base/clock.ts';
import { xorshift } from '../../../base/xorshift.ts';
import { dagSize } from '../../../logic/terms/traverse.ts';
import { programTerms } from '../program-terms.ts';
import type { TransitionSystem } from '../system.ts';
import { RandomRuns, Reservoir, type State } from './random-runs.ts';

/** Reached states by block: a random selection for each block, in no order. */
export type Samples = readonly (readonly State[])[];

/** Most states that are kept of each block. */
const KEPT = 120;
/**
 * Number of first states of a run that may be kept, and of those kept of each later part. Each part is
 * twice as long as the one before.
 */
const DENSE = 64;
/** Steps of a run: mostly few, since short runs have more fresh inputs. */
const LENGTHS = [12, 40, 12, 200, 40];
/** Steps of a long run, which completes loops of many turns; one run in LONG_EACH is long. */
const LONG = 5_000;
const LONG_EACH = 20;
/** Most inputs that are tried where a step is not feasible. */
const TRIES = 6;
/** Limit of all work: nodes of the system that steps evaluate, and elements of arrays that they copy. */
const MOST_WORK = 4_000_000;
/** Least work of a step, for small systems. */
const LEAST_WORK = 400;
/**
 * Most elements that the steps of one run copy: long runs over large arrays show less than many short
 * ones.
 */
const MOST_COPIED = 30_000;
/** Work of copying an element, in nodes. */
const COPY_WORK = 4;
const CHECK_TIME = 16;

/** Limits of {@link sampleStates}. */
export interface SampleLimits {
  readonly seed: number;
  /** Limit of all runs in ms, as time of `workClock`. Where it ends the runs, the selection is smaller. */
  readonly milliseconds: number;
  stopped(): boolean;
  /** Called for each state with the number of steps before it. */
  visit?(state: State, steps: number): void;
}

/** States of random runs of the system. Equal seeds give equal states, as long as the time suffices. */
export function sampleStates(system: TransitionSystem, limits: SampleLimits): Samples {
  return new Sampler(system, limits).run();
}

class Sampler {
  readonly #system: TransitionSystem;
  readonly #limits: SampleLimits;
  readonly #runs: RandomRuns;
  readonly #kept: readonly Reservoir<State>[];
  readonly #deadline: number;
  /** Work of one step, without its arrays. */
  readonly #perStep: number;
  /** Remaining work. */
  #work = MOST_WORK;

  constructor(system: TransitionSystem, limits: SampleLimits) {
    const random = xorshift(Math.imul(limits.seed + 1, 0x9e3779b1) | 1);
    this.#system = system;
    this.#limits = limits;
    this.#runs = new RandomRuns(system, { random, attempts: TRIES, spend: () => this.#spend() });
    this.#kept = system.blocks.map(() => new Reservoir(KEPT, random));
    this.#deadline = workClock() + limits.milliseconds;
    this.#perStep = Math.max(LEAST_WORK, dagSize(system.terms, programTerms(system)));
  }

  run(): Samples {
    // Without inputs there is only one run.
    if (this.#system.inputs.length === 0) this.#follow(LONG);
    else for (let run = 0; !this.#enough(); run++) this.#follow(lengthOf(run));
    return this.#kept.map(({ items }) => items);
  }

  #spend(): boolean {
    if (this.#work <= 0) return false;
    this.#work -= this.#perStep;
    return true;
  }

  #enough(): boolean {
    return this.#work <= 0 || workClock() > this.#deadline || this.#limits.stopped();
  }

  /** One run of at most `length` steps. */
  #follow(length: number): void {
    let state = this.#runs.start();
    let copied = 0;
    let noted: State = [];
    for (let step = 0; step < length && copied < MOST_COPIED && state !== null; step++) {
      const id = this.#runs.blockOf(state);
      if (id === undefined) return;
      if (isNoted(step) && !isSame(state, noted)) {
        this.#kept[id].add(state);
        noted = state;
      }
      this.#limits.visit?.(state, step);
      if (step % CHECK_TIME === 0 && this.#enough()) return;
      const elements = state.reduce(
        (sum: number, value) => sum + (typeof value === 'object' ? value.entries.size : 0),
        0,
      );
      copied += elements;
      this.#work -= COPY_WORK * elements;
      state = this.#runs.step(id, state);
    }
  }
}

function lengthOf(run: number): number {
  return run % LONG_EACH === LONG_EACH - 1 ? LONG : LENGTHS[run % LENGTHS.length];
}

/** True if a step changed nothing; arrays are compared by identity. */
function isSame(state: State, before: State): boolean {
  return state.every((value, v) => value === before[v]);
}

/**
 * True if the state after `step` steps may be kept. Kept states get sparser, so that a long run does
 * not outweigh the short ones.
 */
function isNoted(step: number): boolean {
  const part = Math.max(0, Math.floor(Math.log2((step + 1) / DENSE)));
  return step % 2 ** part === 0;
}
