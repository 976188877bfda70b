import type { SourceLocation } from '../../base/source.ts';
import type { Direction } from '../../certify/proof/shared-check.ts';
import type { ProgramRun, RecordedRun } from '../../certify/replay/recorded-run.ts';
import type { ClosedCheck } from '../../certify/replay/recurrent/closed.ts';
import type { ProgramPoint } from '../../certify/replay/recurrent/defined.ts';
import type { ClaimedRun } from '../../engines/methods/engine.ts';
import type { PackedTerm } from '../../logic/terms/pack.ts';
import type { InputQueue } from '../../program/cfa/inputs.ts';
import type { Certificate, WholeCertificate } from '../../system/transys/certificate.ts';
import type { SharedSystem } from '../../system/transys/share.ts';
import type { Target } from '../../system/transys/target.ts';
import type { WayBack } from '../../system/transys/way-back.ts';
import type { EngineEnd, Proof } from '../verdict.ts';
import type { Answer } from './answer.ts';

// Messages of certification: certificates are checked, and runs are replayed.

export interface CertifierApi {
  /** Loads the thread's solver, with its memory in MB. */
  prepare(z3: WebAssembly.Module, megabytes: number): Promise<Answer<null>>;
  check(job: CheckJob): Promise<Answer<CertifierAnswer>>;
  /** See `checkClosedSet`; by our own refuters. `text`: the set in C at the block where a run enters it; null: C has none. */
  closed(job: ClosedSetJob): Promise<Answer<ClosedCheck & { readonly text: string | null }>>;
  /**
   * See `minimiseCertificate` and `factsAtLoops`, which have so many milliseconds each. Null: the proof stays
   * unchanged. Works without a solver of Z3 as well.
   */
  minimise(job: ProofJob, milliseconds: number): Promise<Answer<SmallerProof | null>>;
  /** See `proofInWords`; Z3 must have been prepared. */
  words(proof: Proof): Promise<Answer<Proof | null>>;
}

/** An accepted proof of the system as compiled. */
export interface ProofJob {
  readonly certificate: WholeCertificate;
  readonly system: SharedSystem;
}

/** The parts of a proof that differ from those of an accepted one. */
export type SmallerProof = Pick<Proof, 'system'> & Partial<Proof>;

/** A certificate to be checked on the system as compiled. */
export interface CertifierJob {
  readonly certificate: Certificate;
  /**
   * The terms of a certificate of the engines' system, see PackedCertificate, and the way back. Null:
   * the terms of the certificate are terms of `system`.
   */
  readonly reduced: { readonly terms: readonly PackedTerm[]; readonly back: WayBack } | null;
  readonly system: SharedSystem;
  /** The errors that the certificate excludes. */
  readonly target: Target;
}

/** A closed set of states of the engines' system, to be checked on the system as compiled. */
export interface ClosedSetJob extends Pick<CertifierJob, 'system' | 'target'> {
  readonly run: ClaimedRun & { kind: 'recurrent' };
  readonly back: WayBack;
}

/** One of several checks of one certificate. */
export interface CheckJob extends CertifierJob {
  /** Our own refuters, or Z3, which must have been prepared. */
  readonly by: 'plain' | 'z3';
  /** See `SharedCheck`. */
  readonly cells: SharedArrayBuffer;
  readonly direction: Direction;
  /** Whether solvers may unroll a run that does not end before the bound of a certificate of runs. */
  readonly unroll: boolean;
}

export type CertifierAnswer =
  | { readonly kind: 'accepted'; readonly proof: Proof }
  | { readonly kind: 'refused'; readonly why: string }
  /** The solver gave no answer. */
  | { readonly kind: 'undecided'; readonly why: string };

export interface FollowerApi {
  /**
   * Follows the only path of a program; null: it ends within the bound without an error. A text says why
   * the end is not proved.
   */
  follow(job: FollowJob): Promise<Answer<string | null>>;
}

export interface FollowJob {
  readonly program: SharedArrayBuffer;
  readonly errorFunctions: readonly string[];
  /** Most steps of a run. */
  readonly bound: number;
}

export interface ReplayerApi {
  replay(job: ReplayJob): Promise<Answer<ReplayAnswer>>;
}

interface ReplayJob extends ShortReplayJob {
  readonly program: SharedArrayBuffer;
  readonly errorFunctions: readonly string[];
}

/** A replay of the program that the thread has compiled. */
export interface ShortReplayJob {
  readonly inputs: readonly InputQueue[];
  /** See `ReplayTask`. */
  readonly cycle?: readonly InputQueue[];
  readonly head?: ProgramPoint;
  /** Approximations of the encoding: they may explain why a run is not reproduced. */
  readonly approximations: readonly Approximation[];
}

export type ReplayAnswer =
  | { readonly kind: 'reproduced'; readonly run: RecordedRun }
  | { readonly kind: 'refused'; readonly why: string }
  | (Extract<EngineEnd, { kind: 'undefined-behaviour' }> & { readonly run?: ProgramRun })
  | Extract<EngineEnd, { kind: 'unsupported' | 'incomplete' }>;

/** A construct whose encoding is an approximation, with its place. */
export interface Approximation {
  readonly construct: string;
  readonly at: SourceLocation | null;
}
