import type { InputQueue } from '../cfa/inputs.ts';
import type { LemmaPort } from '../exchange/lemma.ts';
import type { Term } from '../smt/builder.ts';
import type { FloatCircuits } from '../smt/float-circuits.ts';
import type { RefuterFactory } from '../smt/refuter.ts';
import type { SolverFactory } from '../smt/solver.ts';
import type { Certificate } from '../transys/certificate.ts';
import type { Doubt, Gap, SystemTrace, TransitionSystem } from '../transys/system.ts';

/** Everything an engine gets; nothing else reaches it. */
export interface EngineContext {
  readonly system: TransitionSystem;
  /** For searching. */
  readonly solvers: SolverFactory;
  /** For checking what an engine's own methods gave it (interpolants): another implementation than `solvers`. */
  readonly checkers: RefuterFactory;
  /** Floats for solvers on bits; absent or null: such solvers answer `unknown` where there are floats. */
  readonly circuits?: FloatCircuits | null;
  readonly lemmas: LemmaPort;
  readonly options: Readonly<Record<string, number | string | boolean>>;
  readonly seed: number;
  /** Names of the engines that take part in the race besides this one. */
  readonly rivals: readonly string[];
  /** Formulas over the state that may be invariants, as they were of an earlier version of the program; absent: none. */
  readonly candidates?: readonly Term[];
  /** True once the race is over: the engine returns `stopped` soon (between queries; within a few ms while unrolling). */
  stopped(): boolean;
  /** No run of at most `bound` steps ends in bad (or in a gap, unless one was reported). */
  bound(bound: number): void;
  /**
   * A run to the error that its replay may well refuse, because it rests on a doubt (`TransitionSystem.doubts`). It is replayed while the engine
   * goes on; the engine hears nothing of the outcome, but if the run is reproduced, the race is over.
   */
  offer(run: ClaimedRun): void;
  /** Free-form short status for `--verbose`. */
  note(text: string): void;
  /** What the engine did so far; each call replaces what the last one said. Absent: nobody wants to know. */
  statistics?(values: EngineStatistics): void;
}

/** Numbers for tables, by name; `depth` is that of the longest runs looked at, names of times end in `Milliseconds`. */
export type EngineStatistics = Readonly<Record<string, number>>;

/** What an engine says at its end; a claim is not a verdict until certified. */
export type Claim =
  /** `uses`: ids of the lemmas of others that the certificate rests on; absent: all invariants that the engine was told. */
  | { readonly kind: 'safe'; readonly certificate: Certificate; readonly uses?: readonly number[] }
  | { readonly kind: 'unsafe'; readonly run: ClaimedRun }
  | { readonly kind: 'unknown'; readonly reason: EngineUnknown; readonly bound: number | null };

export type EngineUnknown =
  | { readonly kind: 'stopped' }
  /** A gap is reachable (or cannot be excluded): proofs are out of reach. */
  | { readonly kind: 'gap'; readonly gap: Gap; readonly trace: SystemTrace | null }
  /** The error is reached, but in all runs found only by resting on a doubt; such runs were offered. */
  | { readonly kind: 'doubt'; readonly doubt: Doubt }
  /** The engine's method ends without an answer. */
  | { readonly kind: 'incomplete'; readonly why: string }
  /** The solver said unknown. */
  | { readonly kind: 'solver'; readonly why: string };

/** A synchronous function that runs in a worker of its own. */
export type Engine = (context: EngineContext) => Claim;

/** A run to the error, of the system or (from the simulator) of the program itself. */
export type ClaimedRun =
  | { readonly kind: 'system'; readonly trace: SystemTrace }
  | { readonly kind: 'program'; readonly inputs: readonly InputQueue[] };
