import type { MessagePort } from 'node:worker_threads';
import type { ClaimedRun, EngineStatistics } from '../../engines/methods/engine.ts';
import type { PackedTerm } from '../../logic/terms/pack.ts';
import type { Certificate } from '../../system/transys/certificate.ts';
import type { Lemma } from '../../system/transys/lemma.ts';
import type { SharedSystem } from '../../system/transys/share.ts';
import type { Question } from '../../system/transys/system.ts';
import type { Target } from '../../system/transys/target.ts';
import type { EngineOptions } from '../options/portfolio-set.ts';
import type { EngineName } from '../schedule/engine-names.ts';
import type { EngineEnd } from '../verdict.ts';
import type { Answer } from './answer.ts';

// Messages of engines.

export interface SolverThreadApi {
  run(job: EngineJob): Promise<Answer<PackedClaim>>;
}

export interface EngineJob {
  readonly id: string;
  readonly engine: EngineName;
  readonly options: EngineOptions;
  readonly seed: number;
  /** Names of the other engines of the race. */
  readonly otherEngines: readonly EngineName[];
  readonly system: SharedSystem;
  /** The errors of the system that the engine is about. */
  readonly target: Target;
  /** The checks that the race decides one by one; null: it decides the target as a whole. */
  readonly checks: SharedCheckNames | null;
  /** See `EngineContext.candidates`. */
  readonly candidates?: readonly PackedTerm[];
  /** The module of Z3 for engines that need it from the start; null: an engine loads it when it needs it. */
  readonly z3: WebAssembly.Module | null;
  /** Memory of Z3 in MB. */
  readonly megabytes: number;
  /** See SharedStatus. */
  readonly status: SharedArrayBuffer;
  readonly progress: MessagePort;
  /** The connection to the exchange; null: there is none. */
  readonly lemmas: MessagePort | null;
}

/** Names of checks, and which of them are open (`OpenChecks`). */
export interface SharedCheckNames {
  readonly names: readonly string[];
  readonly cells: SharedArrayBuffer;
}

export interface SimulatorApi {
  run(job: SimulatorJob): Promise<Answer<PackedClaim>>;
}

export interface SimulatorJob {
  readonly program: SharedArrayBuffer;
  readonly question: Question;
  readonly errorFunctions: readonly string[];
  readonly options: EngineOptions;
  readonly seed: number;
  readonly status: SharedArrayBuffer;
  readonly progress: MessagePort;
}

/** From an engine to the coordinator; bounds, notes and statistics are throttled. */
export type ProgressMessage =
  | { readonly kind: 'bound'; readonly bound: number }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'statistics'; readonly values: EngineStatistics }
  /** See `EngineContext.offer`. */
  | { readonly kind: 'offer'; readonly run: ClaimedRun }
  /** See `EngineContext.prove`. */
  | { readonly kind: 'proof'; readonly claim: PackedProof }
  /** The engine waits for its next slice. `used`: CPU time of its thread since it began, ms. */
  | { readonly kind: 'spent'; readonly used: number }
  /** The engine is about to publish its first lemma. */
  | { readonly kind: 'first-lemma' };

/** A lemma of another engine that a claim rests on. */
export type UsedLemma = Pick<Lemma, 'id' | 'from'>;

export type PackedClaim =
  /** `uses`: the lemmas that the certificate rests on, with those that these rest on; absent: none. */
  | {
      readonly kind: 'safe';
      readonly detail: string;
      readonly certificate: PackedCertificate;
      readonly uses?: readonly UsedLemma[];
    }
  /** The certificate excludes all errors but those of the checks `open`. */
  | {
      readonly kind: 'partial';
      readonly detail: string;
      readonly certificate: PackedCertificate;
      readonly uses?: readonly UsedLemma[];
      readonly open: readonly string[];
    }
  | { readonly kind: 'unsafe'; readonly detail: string; readonly run: ClaimedRun }
  | { readonly kind: 'unknown'; readonly end: EngineEnd };

/** The proof of a property, or of some checks. */
export type PackedProof = PackedClaim & { readonly kind: 'safe' | 'partial' };

/**
 * A certificate with packed terms (`certificateTerms`). The rest is unchanged; the terms in it are
 * meaningless.
 */
export interface PackedCertificate {
  readonly certificate: Certificate;
  readonly terms: readonly PackedTerm[];
}
