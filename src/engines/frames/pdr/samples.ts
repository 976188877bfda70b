import { xorshift } from '../../../base/xorshift.ts';
import type { Evaluator } from '../../../logic/terms/evaluate.ts';
import { postorder } from '../../../logic/terms/traverse.ts';
import { blockTerms } from '../../../system/transys/program-terms.ts';
import { RandomRuns, Reservoir, type State, stateEvaluators } from '../../../system/transys/sampling/random-runs.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import type { Cube } from '../../methods/frames/obligations.ts';

/** Most states that are kept of each location. */
const PER_LOCATION = 48;
/** Most steps of one walk, and of all walks. */
const WALK = 400;
const STEPS = 2_000;
/** Most terms that are evaluated for all walks. */
const EVALUATIONS = 400_000;
/** Most sets of inputs that are tried for a step. */
const TRIALS = 4;

/**
 * Some states that runs with random inputs reach, by location. A cube that contains one of them cannot
 * be blocked, and needs no query. Equal seeds give equal states.
 */
export class ReachableStates {
  readonly #system: TransitionSystem;
  readonly #seed: number;
  /** Evaluators in the states of each location; null before the walks. */
  #states: readonly (readonly Evaluator[])[] | null = null;

  constructor(system: TransitionSystem, seed: number) {
    this.#system = system;
    this.#seed = seed;
  }

  /** Number of states that are known at a location. */
  count(location: number): number {
    return this.#at(location).length;
  }

  /** True if a state of the cube is known to be reachable. */
  meet(location: number, cube: Cube): boolean {
    return this.#at(location).some((state) => cube.every((t) => state.value(t) === true));
  }

  /** Runs when a state is first asked for: many systems are decided without. */
  #at(location: number): readonly Evaluator[] {
    this.#states ??= this.#walkAll();
    return this.#states[location] ?? [];
  }

  #walkAll(): readonly (readonly Evaluator[])[] {
    const { terms, blocks } = this.#system;
    const random = xorshift((this.#seed ^ 0x9e3779b9) | 1);
    const kept = blocks.map(() => new Reservoir<State>(PER_LOCATION, random));
    const runs = new RandomRuns(this.#system, { random, attempts: TRIALS });
    const largest = Math.max(...blocks.map((block) => postorder(terms, blockTerms(block)).length));
    let left = Math.min(STEPS, Math.floor(EVALUATIONS / (largest + 1)));
    while (left > 0) left -= 1 + walk(runs, Math.min(left, WALK), kept);
    const evaluator = stateEvaluators(this.#system);
    return kept.map(({ items }) => items.map(evaluator));
  }
}

/** One run of at most `most` steps, whose states are kept by location; returns the number of its steps. */
function walk(runs: RandomRuns, most: number, kept: readonly Reservoir<State>[]): number {
  let state = runs.start();
  let steps = 0;
  while (state !== null && steps < most) {
    const at = runs.blockOf(state);
    if (at === undefined) break;
    kept[at].add(state);
    state = runs.step(at, state);
    if (state !== null) steps += 1;
  }
  return steps;
}
