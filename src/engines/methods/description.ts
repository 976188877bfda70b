import { LEMMA_LIMITS, type Subscription } from '../../system/transys/lemma.ts';
import type { EngineOption } from './options.ts';

/** The description of an engine for the rest of Lemmata, as plain data. */
export interface EngineDescription {
  /** The method in a few words. */
  readonly method: string;
  /** One line for `lemmata engines`. */
  readonly summary: string;
  /** The papers with their titles. */
  readonly reference: string;
  /** The input of the engine: the transition system, or the program itself. */
  readonly input: 'system' | 'program';
  /** The only question that the engine answers; absent: whether the error is reached, and maybe others. */
  readonly question?: 'termination';
  /** Whether it spends its time on runs from the start, so that it finds bugs before others do. */
  readonly followsRuns?: true;
  /** Whether it decides checks one by one, and goes on without those that leave the race. */
  readonly decidesChecks?: true;
  /** Whether it tries given candidates before its own (`EngineContext.candidates`). */
  readonly triesCandidates?: true;
  /** Its own options; {@link choosesSolver} adds another one. */
  readonly options: readonly EngineOption[];
  /** True if the engine's queries go to the solver that the option `solver` names. */
  readonly choosesSolver: boolean;
  /**
   * Features of systems for which the engine should have Z3 from the start, which takes a tenth of a
   * second and 50 MB. Z3 translates floats into gates. Where words are multiplied, it checks
   * interpolants in turn with our own refuters. Any engine that chooses its solver can load Z3 later.
   */
  readonly z3: readonly ('floats' | 'products')[];
  /** The lemmas of other engines that it takes. */
  readonly lemmas: Subscription;
}

/** The subscription of engines that ask nothing that lemmas would make easier. */
export const NO_LEMMAS: Subscription = { nodes: 0, reports: false };

/** The subscription of provers: each of their queries contains all invariants, in each step. */
export const SMALL_LEMMAS: Subscription = { nodes: 2_000, reports: false };

/** The subscription of an engine whose solver takes lemmas of any size, and that reports useful ones. */
export const ALL_LEMMAS: Subscription = { nodes: LEMMA_LIMITS.nodes, reports: true };
