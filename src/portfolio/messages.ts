import type { MessagePort } from 'node:worker_threads';
import type { ErrorCode } from '../base/errors.ts';
import type { SourceLocation } from '../base/source.ts';
import type { Diagnostic } from '../c/diagnostics.ts';
import type { MarkedFiles } from '../c/source/marked-files.ts';
import type { ProgramRun, RecordedRun } from '../certify/recorded-run.ts';
import type { ClosedCheck } from '../certify/recurrent/closed.ts';
import type { ProgramPoint } from '../certify/recurrent/defined.ts';
import type { Direction } from '../certify/shared-check.ts';
import type { TrialResult } from '../certify/trials/trials.ts';
import type { Assumption } from '../cfa/assumptions.ts';
import type { ArgumentBounds } from '../cfa/automaton.ts';
import type { ContestedReadings } from '../cfa/checks/contested.ts';
import type { Check } from '../cfa/checks/places.ts';
import type { Entry } from '../cfa/entry-options.ts';
import type { ExternalFunction, Externals } from '../cfa/externals.ts';
import type { InputQueue } from '../cfa/inputs.ts';
import type { ProgramOutline } from '../cfa/outline.ts';
import type { VacuousAssumption } from '../cfa/passed-calls.ts';
import type { CutKind } from '../encode/index.ts';
import type { AuditResult } from '../exchange/lemma.ts';
import type { ClaimedRun, EngineStatistics } from '../methods/engine.ts';
import type { PackedTerm } from '../terms/pack.ts';
import type { LoopText } from '../transys/c-text/at-block.ts';
import type { Certificate } from '../transys/certificate.ts';
import type { SharedSystem } from '../transys/share.ts';
import type { Question } from '../transys/system.ts';
import type { WayBack } from '../transys/way-back.ts';
import type { DataModel } from '../types/types.ts';
import type { KeptAnswer } from './cache/kept-answer.ts';
import type { EngineName, QuickMethod } from './contestants/engine-names.ts';
import type { SystemFacts } from './facts.ts';
import type { EngineOptions } from './options/portfolio-set.ts';
import type { Property } from './property.ts';
import type { EngineEnd, Proof } from './verdict.ts';

// The messages between threads. Plain data; classes and functions do not cross.

/** An error as it crosses threads. */
export interface PlainError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly at: SourceLocation | null;
}

/** The result of a call, which may fail with a message. */
export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: PlainError };

// --- the compile thread: compiles, and keeps the data that leads claims back to the system as compiled

export interface CompileJob {
  readonly files: readonly string[];
  readonly hardware: boolean;
  readonly property: Property;
  readonly dataModel: DataModel;
  readonly mallocMayFail: boolean;
  readonly externals: Externals;
  readonly arguments: ArgumentBounds;
  readonly entry: Entry | null;
  /** Whether each check of the property is to be decided on its own. */
  readonly eachCheck: boolean;
  readonly contested: ContestedReadings;
  /** Functions that programs call to report an error, besides those of `assert` and of SV-COMP; for checks. */
  readonly errorFunctions: readonly string[];
  /** The cut points between blocks of a program. */
  readonly cuts: CutKind;
  /** Whether the system of a program with a single run may be that run alone. */
  readonly mayFollow: boolean;
  /** Whether the answer outlines the program. */
  readonly outline: boolean;
  readonly includes: readonly string[];
  readonly defines: readonly string[];
  /** See `VerifyOptions.flags`. */
  readonly flags: Readonly<Record<string, readonly string[]>>;
  /** The memory limit of the verification in bytes, of which the preprocessor has a part. */
  readonly memoryBytes: number;
}

export type CompileAnswer =
  /** The program was rejected; at least one diagnostic is an error. */
  | { readonly kind: 'rejected'; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly kind: 'compiled';
      /** Property with the functions of this program. */
      readonly property: Property;
      readonly diagnostics: readonly Diagnostic[];
      readonly facts: SystemFacts;
      /** Decisions of the encoding, one per line, limited in number; [] for hardware. */
      readonly decisions: readonly string[];
      /** External functions that calls on the way to the error may enter. */
      readonly externals: readonly ExternalFunction[];
      readonly assumptions: readonly Assumption[];
      /** Null: not requested, or hardware. */
      readonly outline: ProgramOutline | null;
      /** Further files of the program besides the given ones; null like the outline. */
      readonly sources: MarkedFiles | null;
      /** The system on which the engines work. */
      readonly system: SharedSystem;
      /** The system as compiled. */
      readonly original: OriginalSystem;
      /** `v8.serialize` of a StoredProgram; null for hardware. */
      readonly program: SharedArrayBuffer | null;
      /** Names of a hardware model's properties; [] for programs. */
      readonly properties: readonly string[];
      /** The checks that are decided one by one, by place; [] where the job does not ask for that. */
      readonly checks: readonly Check[];
      /** Blocks whose errors each part covers, see `errorParts`; [] if it cannot be split. */
      readonly parts: readonly (readonly number[])[];
    };

/** A part of the compiled system, for a race of its own. */
export interface PartAnswer {
  readonly facts: SystemFacts;
  /** The system on which the engines work. */
  readonly system: SharedSystem;
  readonly original: OriginalSystem;
}

/** The system as compiled, on which certificates are checked. */
export interface OriginalSystem {
  readonly system: SharedSystem;
  /** Leads to it from the system on which the engines work. */
  readonly back: WayBack;
  /** Blocks whose errors the engines' system covers; null: all. */
  readonly asked: readonly number[] | null;
}

/** Selects a part of a compiled system. */
export interface Scope {
  /** Index in `CompileAnswer.properties`, or null when there is one property only. */
  readonly property: number | null;
  /** Index in `CompileAnswer.parts`; null: the whole system. */
  readonly part: number | null;
}

/** Formats of `lemmata export`. */
export type ExportFormat = 'btor2' | 'chc' | 'json';

export interface CompileThreadApi {
  compile(job: CompileJob): Promise<Answer<CompileAnswer>>;
  /**
   * Encodes the compiled program again with these checks alone (names of `CompileAnswer.checks`). Other
   * checks end runs without blame. All other calls are about the last system.
   */
  narrow(open: readonly string[]): Promise<Answer<CompileAnswer>>;
  /** Prepares a part. */
  part(index: number): Promise<Answer<PartAnswer>>;
  /** Joins the proofs of all parts. Fails if they leave an error out. */
  join(proofs: readonly Proof[]): Promise<Answer<Proof>>;
  /**
   * The stored certificate in terms of the system as compiled, which is in the answer; null if it
   * belongs to another system.
   */
  recall(kept: KeptAnswer & { readonly answer: 'safe' }, property: number | null): Promise<Answer<CertifierJob | null>>;
  /** See `resume`. */
  resume(job: ResumeJob): Promise<Answer<CertifierJob | null>>;
  /** The engines' system as text. */
  print(format: ExportFormat): Promise<Answer<string>>;
  /** Tries a small system at once. */
  quick(job: QuickJob): Promise<Answer<QuickAnswer>>;
  /** See `shortReplay`. */
  replay(job: ShortReplayJob): Promise<Answer<ReplayAnswer>>;
  /** See `runTrials`; null for hardware models. */
  trials(job: TrialJob): Promise<Answer<TrialAnswer | null>>;
  /** Leads a run of the engines' system back to inputs of the program, or of the hardware model. */
  runBack(run: ClaimedRun & { kind: 'system' | 'recurrent' }, scope: Scope): Promise<Answer<RunBack>>;
}

/** A proof of an earlier version of the program, and the time limit for reusing it. */
export interface ResumeJob {
  readonly kept: KeptAnswer & { readonly answer: 'safe' };
  readonly property: number | null;
  readonly milliseconds: number;
}

/** A proof whose program is to be run, and the time limit of the runs. */
export interface TrialJob {
  readonly proof: Proof;
  readonly milliseconds: number;
  readonly seed: number;
  /** Milliseconds until the time limit. */
  readonly left: number;
}

/** The result of the runs, with the assumptions that no run passes. */
export type TrialAnswer = TrialResult & { readonly vacuous?: readonly VacuousAssumption[] };

export interface QuickJob extends Scope {
  /** Time limit of the search in ms; certifying may take as long again. */
  readonly milliseconds: number;
  /** Most gates of one solver. */
  readonly gates: number;
}

interface QuickDecision {
  readonly by: QuickMethod;
  readonly detail: string;
  /** Time limit of its certification in ms. */
  readonly milliseconds: number;
}

/** The answer of the quick stage. Answers `safe` and `unsafe` have passed certification. */
export type QuickAnswer =
  | (QuickDecision & { readonly kind: 'safe'; readonly proof: Proof })
  | (QuickDecision & { readonly kind: 'unsafe'; readonly run: RecordedRun })
  /** A claim that could not be certified on the spot. */
  | {
      readonly kind: 'claim';
      readonly claim: EngineAnswer & { readonly kind: 'safe' | 'unsafe' };
      readonly why: string;
    }
  /** A claim that was refused: an internal error. */
  | { readonly kind: 'refused'; readonly claim: 'safe' | 'unsafe'; readonly detail: string; readonly why: string }
  | { readonly kind: 'open'; readonly end: EngineEnd; readonly bound: number | null };

/** `hardware`: the run has been evaluated. */
export type RunBack =
  | {
      readonly kind: 'program';
      readonly inputs: readonly InputQueue[];
      /** See `ReplayTask`. */
      readonly cycle?: readonly InputQueue[];
      readonly head?: ProgramPoint;
      readonly approximations: readonly Approximation[];
    }
  | { readonly kind: 'hardware'; readonly answer: ReplayAnswer };

export interface Approximation {
  readonly construct: string;
  readonly at: SourceLocation | null;
}

// --- engines

export interface SolverThreadApi {
  run(job: EngineJob): Promise<Answer<EngineAnswer>>;
}

export interface EngineJob {
  readonly id: string;
  readonly engine: EngineName;
  readonly options: EngineOptions;
  readonly seed: number;
  /** Names of the other engines of the race. */
  readonly rivals: readonly EngineName[];
  readonly system: SharedSystem;
  /** Index of a hardware model's property; null: the only one. */
  readonly property: number | null;
  /** See `EngineContext.candidates`. */
  readonly candidates?: readonly PackedTerm[];
  /** The module of Z3 for engines that need it from the start; null: an engine loads it when it needs it. */
  readonly z3: WebAssembly.Module | null;
  /** Memory of Z3 in MB. */
  readonly megabytes: number;
  /** See SharedStatus. */
  readonly status: SharedArrayBuffer;
  readonly progress: MessagePort;
  readonly lemmas: MessagePort;
}

export interface SimulatorApi {
  run(job: SimulatorJob): Promise<Answer<EngineAnswer>>;
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
  /** The engine waits for its next slice. `used`: CPU time of its thread since it began, ms. */
  | { readonly kind: 'spent'; readonly used: number };

/** A lemma on its way: see `Lemma`. The lemma bus sends them to engines. */
export interface LemmaMessage {
  readonly formula: PackedTerm;
  readonly id: number;
  readonly from: string;
}

/** From an engine to the lemma bus. */
export type FromEngine =
  | { readonly kind: 'publish'; readonly invariants: readonly PackedTerm[] }
  | { readonly kind: 'used'; readonly ids: readonly number[] }
  /** The engine begins again, and knows no lemma any more. */
  | { readonly kind: 'again' };

// --- the audit of lemmas

export interface AuditorApi {
  prepare(job: AuditorJob): Promise<Answer<null>>;
  /** See `LemmaAudit.examine`. */
  examine(lemmas: readonly LemmaMessage[]): Promise<Answer<readonly AuditedLemma[]>>;
}

export interface AuditorJob {
  readonly system: SharedSystem;
  readonly property: number | null;
  readonly seed: number;
  /** The module of Z3 for systems with floats; null: not needed. */
  readonly z3: WebAssembly.Module | null;
  readonly megabytes: number;
  /** Whether lemmas are also given as C. */
  readonly texts: boolean;
}

export interface AuditedLemma {
  readonly id: number;
  readonly finding: AuditResult;
  /** If requested: its statement at each loop, in C. */
  readonly text: readonly LoopText[] | null;
}

export type EngineAnswer =
  /** `uses`: ids of other engines' lemmas that the certificate rests on; absent: none. */
  | {
      readonly kind: 'safe';
      readonly detail: string;
      readonly certificate: PackedCertificate;
      readonly uses?: readonly number[];
    }
  | { readonly kind: 'unsafe'; readonly detail: string; readonly run: ClaimedRun }
  /** `offers`: number of candidate counterexamples; they may arrive later than this. Absent: none. */
  | { readonly kind: 'unknown'; readonly end: EngineEnd; readonly offers?: number };

/**
 * A certificate with packed terms (`certificateTerms`). The rest is unchanged; the terms in it are
 * meaningless.
 */
export interface PackedCertificate {
  readonly certificate: Certificate;
  readonly terms: readonly PackedTerm[];
}

// --- certification

export interface CertifierApi {
  /** Loads the thread's solver, with its memory in MB. */
  prepare(z3: WebAssembly.Module, megabytes: number): Promise<Answer<null>>;
  check(job: CheckJob): Promise<Answer<CertifierAnswer>>;
  /** See `checkClosedSet`; by our own refuters. */
  closed(job: ClosedSetJob): Promise<Answer<ClosedCheck>>;
  /**
   * See `minimiseCertificate`; null: the certificate stays unchanged. Works without a solver of Z3 as
   * well.
   */
  minimise(job: CertifierJob, milliseconds: number): Promise<Answer<Proof | null>>;
}

/** A certificate to be checked on the system as compiled. */
export interface CertifierJob {
  readonly certificate: Certificate;
  /**
   * The terms of a certificate of the engines' system, see PackedCertificate, and the way back. Null:
   * the terms of the certificate are terms of `system`.
   */
  readonly reduced: { readonly terms: readonly PackedTerm[]; readonly back: WayBack } | null;
  readonly system: SharedSystem;
  readonly property: number | null;
  /** Blocks whose errors the certificate covers; null: all. */
  readonly asked: readonly number[] | null;
}

/** A closed set of states of the engines' system, to be checked on the system as compiled. */
export interface ClosedSetJob extends Pick<CertifierJob, 'system' | 'property'> {
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
  /** Whether solvers may unroll a run that does not end before the bound of an exhaustive certificate. */
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

export interface ReplayJob extends ShortReplayJob {
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
