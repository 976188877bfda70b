import type { ErrorCode } from '../base/errors.ts';
import type { SourceLocation } from '../base/source.ts';
import type { Evidence } from '../certify/proof/evidence.ts';
import type { ProgramRun, RecordedRun } from '../certify/replay/recorded-run.ts';
import type { Term } from '../logic/terms/builder.ts';
import type { WholeCertificate } from '../system/transys/certificate.ts';
import type { SharedSystem } from '../system/transys/share.ts';
import type { Target } from '../system/transys/target.ts';
import type { CostlyFunction } from './messages/compile-status.ts';
import type { Property } from './property.ts';

/**
 * The outcome of a verification. `safe` and `unsafe` have passed certification; nothing else is
 * announced as one of them.
 */
export type Verdict = SafeVerdict | UnsafeVerdict | UnknownVerdict;

/**
 * The origin of the claim: the quick stage before the race, an engine of the race, or an earlier
 * verification of the same system.
 */
export type DecidingStage = 'quick' | 'race' | 'cache';

export interface SafeVerdict {
  readonly kind: 'safe';
  readonly property: Property;
  /** Id of the engine whose claim was certified. */
  readonly engine: string;
  readonly stage: DecidingStage;
  readonly proof: Proof;
  /**
   * Other engines whose lemmas the proof rests on, in the order of their arrival; or that proved other
   * parts.
   */
  readonly restsOn: readonly string[];
}

/**
 * The proof that no run violates the property: the certificate that the checker accepted, and the
 * system as compiled to which it belongs.
 */
export interface Proof {
  readonly certificate: WholeCertificate;
  readonly system: SharedSystem;
  /** The errors of the system that the proof excludes. */
  readonly target: Target;
  /** The account of the check: which code showed which obligations of the certificate. */
  readonly evidence: Evidence;
  /** The certificate of which that one is a smallest part; absent: it was not made smaller. */
  readonly whole?: WholeCertificate;
  /** Checked facts at loops of which the certificate says nothing; absent: it says something everywhere, or none are known. */
  readonly beside?: Term;
  /** The same proof about words in place of floats, for checkers without floats; absent: it has none, or was not made. */
  readonly words?: Proof;
}

export interface UnsafeVerdict {
  readonly kind: 'unsafe';
  readonly property: Property;
  readonly engine: string;
  readonly stage: DecidingStage;
  /** The replayed run. */
  readonly run: RecordedRun;
  /** Duration of its replay. */
  readonly replayMilliseconds: number;
  /** The opinion of the compiled program on the run; absent: it was not asked. */
  readonly compiled?: CompiledOpinion;
}

/** The opinion of a compiled program on a run that was found. */
export interface CompiledOpinion {
  /**
   * `confirmed`: it ends as the run does; `refuted`: it ends otherwise; `open`: it could not be built or
   * run, or got not all inputs.
   */
  readonly outcome: 'confirmed' | 'refuted' | 'open';
  /** The reason in words. */
  readonly detail: string;
}

export interface UnknownVerdict {
  readonly kind: 'unknown';
  readonly property: Property;
  readonly reason: UnknownReason;
  /**
   * No run of at most this number of steps (large blocks) violates the property; null: no bound is
   * known.
   */
  readonly safeUpTo: number | null;
  /** How each engine left the race. */
  readonly engines: readonly { readonly engine: string; readonly end: EngineEnd; readonly bound: number | null }[];
}

export type UnknownReason =
  /** A path to the error may meet a construct that has no meaning here (or only an approximate one). */
  | { readonly kind: 'unsupported'; readonly construct: string; readonly at: SourceLocation | null }
  /** The error is reached, but only by a run with undefined behaviour before it. */
  | {
      readonly kind: 'undefined-behaviour';
      readonly what: string;
      readonly at: SourceLocation | null;
      /** The run up to there; absent: it is not known, or too long. */
      readonly run?: ProgramRun;
    }
  | {
      readonly kind: 'time-limit';
      readonly milliseconds: number;
      readonly during: 'compiling' | 'solving' | 'certifying';
      /** The function that compilation spent most time on; absent: none is known, or compilation was over. */
      readonly costly?: CostlyFunction;
    }
  | {
      readonly kind: 'memory-limit';
      readonly bytes: number;
      readonly during: 'compiling' | 'solving' | 'certifying';
      readonly costly?: CostlyFunction;
    }
  /** Every engine ended without an answer; the reasons are in `engines`. */
  | { readonly kind: 'incomplete'; readonly why: string }
  /** Every engine crashed, or had its claim refused. */
  | { readonly kind: 'crashed'; readonly why: string }
  /** The caller used `Verification.stop()`. */
  | { readonly kind: 'stopped' };

/** How an engine left the race. */
export type EngineEnd =
  | { readonly kind: 'claimed'; readonly claim: 'safe' | 'unsafe' }
  | { readonly kind: 'refused'; readonly why: string }
  /** It was asked to stop, or aborted when it did not. */
  | { readonly kind: 'stopped'; readonly aborted: boolean }
  /** It used up its share of the time. */
  | { readonly kind: 'share-used' }
  | { readonly kind: 'crashed'; readonly code: ErrorCode | null; readonly message: string }
  | { readonly kind: 'out-of-memory'; readonly bytes: number }
  | { readonly kind: 'unsupported'; readonly construct: string; readonly at: SourceLocation | null }
  | { readonly kind: 'undefined-behaviour'; readonly what: string; readonly at: SourceLocation | null }
  | { readonly kind: 'incomplete'; readonly why: string };

/** The knowledge about a check of a program at some place. */
export type CheckState =
  /** No run fails it before it fails another check. */
  | { readonly kind: 'proved'; readonly engine: string }
  | { readonly kind: 'violated'; readonly verdict: UnsafeVerdict }
  /** A run meets the contested case. */
  | { readonly kind: 'contested'; readonly verdict: UnsafeVerdict }
  /** `safeUpTo`: no run of at most this number of steps fails it; null: no bound is known. */
  | OpenState;

/** `breaks`: why induction does not prove it; absent: it is not known. */
export interface OpenState {
  readonly kind: 'open';
  readonly reason: UnknownReason;
  readonly safeUpTo: number | null;
  readonly breaks?: Break;
}

/** The values of variables at the head of a loop, as C writes numbers. */
export interface StateAt {
  readonly at: SourceLocation;
  /** See `LoopInvariant.keyword`. */
  readonly keyword: string;
  readonly values: readonly { readonly name: string; readonly value: string }[];
}

/** Why induction does not prove a check. Whether a run reaches the states is not known. */
export interface Break {
  /** The next turn from this state may fail the check. */
  readonly state: StateAt;
  /** The condition at that loop that excludes all such states, in C or in the manner of C; null: it has no short form. */
  readonly needs: string | null;
  /** A state that does not fail the check, and whose turn leads to one that does; null: none is known. */
  readonly from: StateAt | null;
}
