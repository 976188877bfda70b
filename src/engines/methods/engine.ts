import type { Term } from '../../logic/terms/builder.ts';
import type { FloatCircuits } from '../../logic/terms/float-circuits.ts';
import type { PackedTerm } from '../../logic/terms/pack.ts';
import type { RefuterFactory } from '../../logic/terms/refuter.ts';
import type { SolverFactory } from '../../logic/terms/solver.ts';
import type { InputQueue } from '../../program/cfa/inputs.ts';
import type { Certificate } from '../../system/transys/certificate.ts';
import type { LemmaPort } from '../../system/transys/lemma.ts';
import type { Recurrent } from '../../system/transys/recurrent.ts';
import type { Doubt, Gap, SystemTrace, TransitionSystem } from '../../system/transys/system.ts';

/** Everything an engine may use. */
export interface EngineContext {
  readonly system: TransitionSystem;
  /** Solvers for the search. */
  readonly solvers: SolverFactory;
  /**
   * Refuters for checking what the engine's own methods produced (interpolants): another implementation
   * than `solvers`.
   */
  readonly checkers: RefuterFactory;
  /**
   * Circuits of floats for solvers on bits. Absent or null: such solvers answer `unknown` where there
   * are floats.
   */
  readonly circuits?: FloatCircuits | null;
  readonly lemmas: LemmaPort;
  readonly options: Readonly<Record<string, number | string | boolean>>;
  readonly seed: number;
  /** Names of the other engines in the race. */
  readonly otherEngines: readonly string[];
  /**
   * Candidate invariants over the state, from hints and from the proof of an earlier version of the
   * program; absent: none.
   */
  readonly candidates?: readonly Term[];
  /**
   * True once the race is over. The engine then returns `stopped` soon (between queries; within a few ms
   * while unrolling).
   */
  stopped(): boolean;
  /** Reports that no run of at most `bound` steps ends in bad (or in a gap, unless one was reported). */
  bound(bound: number): void;
  /**
   * Offers a run to the error for replay that may fail to reproduce, because it rests on a doubt
   * (`TransitionSystem.doubts`). The replay runs while the engine goes on. The engine does not learn its
   * outcome, but a reproduced run ends the race.
   */
  offer(run: ClaimedRun): void;
  /** Claims a proof of some checks while the engine goes on with the others. */
  prove(claim: PartialClaim): void;
  /** Whether a check is still to be decided. Decisions of one engine count for all of them. */
  isOpen(check: string): boolean;
  /**
   * All checks that are still to be decided, also those that no block of the system fails. Empty where checks
   * are not decided one by one.
   */
  openChecks(): readonly string[];
  /** Free-form short status for `--verbose`. */
  note(text: string): void;
  /**
   * Reports what the engine did so far; each call replaces the report before. Absent: no statistics are
   * wanted.
   */
  statistics?(values: EngineStatistics): void;
}

/**
 * Numbers for tables, by name. `depth` is the length in steps of the longest runs looked at; names of
 * times end in `Milliseconds`.
 */
export type EngineStatistics = Readonly<Record<string, number>>;

/** The result of an engine; a claim is not a verdict until it is certified. */
export type Claim =
  /**
   * `uses`: ids of the lemmas of other engines that the certificate rests on; absent: all that this
   * engine received.
   */
  | { readonly kind: 'safe'; readonly certificate: Certificate; readonly uses?: readonly number[] }
  | PartialClaim
  | { readonly kind: 'unsafe'; readonly run: ClaimedRun }
  | { readonly kind: 'unknown'; readonly reason: EngineUnknown; readonly bound: number | null };

/** The certificate excludes all errors but those of the checks `open` (names of `Block.bads`). */
export interface PartialClaim {
  readonly kind: 'partial';
  readonly certificate: Certificate;
  readonly open: readonly string[];
}

export type EngineUnknown =
  | { readonly kind: 'stopped' }
  /** A gap is reachable (or cannot be excluded), so that no proof is possible. */
  | { readonly kind: 'gap'; readonly gap: Gap; readonly trace: SystemTrace | null }
  /** All runs found to the error rest on a doubt; they were offered for replay. */
  | { readonly kind: 'doubt'; readonly doubt: Doubt }
  /** The engine's method ends without an answer. */
  | { readonly kind: 'incomplete'; readonly why: string }
  /** The solver answered `unknown`. */
  | { readonly kind: 'solver'; readonly why: string };

/**
 * The claim of an engine whose method ends without an answer. `bound`: steps within which no run
 * ends in bad; null: unknown.
 */
export function incomplete(why: string, bound: number | null = null): Claim & { kind: 'unknown' } {
  return { kind: 'unknown', reason: { kind: 'incomplete', why }, bound };
}

/** A synchronous function that runs in a worker of its own. */
export type Engine = (context: EngineContext) => Claim;

/**
 * A run to the error, of the system or (from the simulator) of the program itself; or a run without
 * end, if that is the question.
 */
export type ClaimedRun =
  /** `cycle`: number of the step from which on the steps repeat for ever; absent: the run ends. */
  | { readonly kind: 'system'; readonly trace: SystemTrace; readonly cycle?: number }
  /** A run that stays in a closed set of states (`transys/recurrent.ts`). */
  | (Omit<Recurrent, 'set'> & { readonly kind: 'recurrent'; readonly set: PackedTerm })
  /** `cycle`: inputs that come again and again after the others; absent: the run ends. */
  | { readonly kind: 'program'; readonly inputs: readonly InputQueue[]; readonly cycle?: readonly InputQueue[] };
