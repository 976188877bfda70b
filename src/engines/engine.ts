import type { ProgramInput } from '../cfa/inputs.ts';
import type { LemmaPort } from '../exchange/lemma.ts';
import type { SolverFactory } from '../smt/solver.ts';
import type { Certificate } from '../transys/certificate.ts';
import type { Gap, SystemTrace, TransitionSystem } from '../transys/system.ts';

/** Everything an engine gets; nothing else reaches it. */
export interface EngineContext {
  readonly system: TransitionSystem;
  readonly solvers: SolverFactory;
  readonly lemmas: LemmaPort;
  readonly options: Readonly<Record<string, number | string | boolean>>;
  readonly seed: number;
  /** True once the race is over: the engine returns `stopped` soon (between queries; within a few ms while unrolling). */
  stopped(): boolean;
  /** No run of at most `bound` steps ends in bad (or in a gap, unless one was reported). */
  bound(bound: number): void;
  /** Free-form short status for `--verbose`. */
  note(text: string): void;
}

/** What an engine says at its end; a claim is not a verdict until certified. */
export type Claim =
  | { readonly kind: 'safe'; readonly certificate: Certificate }
  | { readonly kind: 'unsafe'; readonly run: ClaimedRun }
  | { readonly kind: 'unknown'; readonly reason: EngineUnknown; readonly bound: number | null };

export type EngineUnknown =
  | { readonly kind: 'stopped' }
  /** A gap is reachable (or cannot be excluded): proofs are out of reach. */
  | { readonly kind: 'gap'; readonly gap: Gap; readonly trace: SystemTrace | null }
  /** The engine's method ends without an answer. */
  | { readonly kind: 'incomplete'; readonly why: string }
  /** The solver said unknown. */
  | { readonly kind: 'solver'; readonly why: string };

/** A synchronous function that runs in a worker of its own. */
export type Engine = (context: EngineContext) => Claim;

/** A run to the error, of the system or (from the simulator) of the program itself. */
export type ClaimedRun =
  | { readonly kind: 'system'; readonly trace: SystemTrace }
  | { readonly kind: 'program'; readonly inputs: readonly ProgramInput[] };
