import type { ByteOrder } from '../../base/byte-order.ts';
import type { Diagnostic } from '../../c/diagnostics.ts';
import type { IgnoreComment } from '../../c/source/ignore-comments.ts';
import type { MarkedFiles } from '../../c/source/marked-files.ts';
import type { DataModel } from '../../c/types/types.ts';
import type { RecordedRun } from '../../certify/replay/recorded-run.ts';
import type { ProgramPoint } from '../../certify/replay/recurrent/defined.ts';
import type { TrialResult } from '../../certify/trials/trial-result.ts';
import type { ClaimedRun } from '../../engines/methods/engine.ts';
import type { Assumption } from '../../program/cfa/assumptions.ts';
import type { ArgumentBounds } from '../../program/cfa/automaton.ts';
import type { ContestedReadings } from '../../program/cfa/checks/contested.ts';
import type { Check } from '../../program/cfa/checks/places.ts';
import type { Entry } from '../../program/cfa/entry-options.ts';
import type { ExternalFunction, Externals } from '../../program/cfa/externals.ts';
import type { HintedProgram } from '../../program/cfa/hints.ts';
import type { InputQueue } from '../../program/cfa/inputs.ts';
import type { ProgramOutline } from '../../program/cfa/outline.ts';
import type { VacuousAssumption } from '../../program/cfa/passed-calls.ts';
import type { Surroundings } from '../../program/cfa/surroundings.ts';
import type { FunctionOutline } from '../../program/contracts/outlines.ts';
import type { ContractedFunction, ContractQuestion } from '../../program/contracts/pass.ts';
import type { CutKind } from '../../system/encode/plan/cut-points.ts';
import type { Target } from '../../system/transys/target.ts';
import type { StoredVerdict } from '../cache/stored-verdict.ts';
import type { Property } from '../property.ts';
import type { QuickEngine } from '../schedule/engine-names.ts';
import type { Break, EngineEnd, Proof } from '../verdict.ts';
import type { Answer } from './answer.ts';
import type { Approximation, CertifierAnswer, CertifierJob, ReplayAnswer, ShortReplayJob } from './certification.ts';
import type { PackedClaim } from './engines.ts';
import type { Model } from './model.ts';

// Messages of the compile thread. It compiles, and keeps the data that leads claims back to the system as compiled.

/** The program of a task, and the question about it, as far as compiling depends on them. */
export interface ProgramQuestion {
  /** C files, a hardware model, or a compiled program of `storedModel`. */
  readonly files: readonly string[];
  readonly hardware: boolean;
  readonly property: Property;
  readonly dataModel: DataModel;
  readonly byteOrder: ByteOrder;
  readonly mallocMayFail: boolean;
  readonly externals: Externals;
  readonly arguments: ArgumentBounds;
  /** Null: `main`. */
  readonly entry: Entry | null;
  readonly contract: ContractQuestion | null;
  /** Whether checks that are decided one by one take the clauses of loops as hints. */
  readonly loopContracts: boolean;
  readonly surroundings: Surroundings;
  /** Whether each check of the property is to be decided on its own. */
  readonly eachCheck: boolean;
  readonly contested: ContestedReadings;
  /** Functions that programs call to report an error, besides those of `assert` and of SV-COMP; for checks. */
  readonly errorFunctions: readonly string[];
  /** Null: no hints are given. */
  readonly hinted: HintedProgram | null;
  /** Whether the answer outlines the program. */
  readonly outline: boolean;
  readonly includes: readonly string[];
  readonly defines: readonly string[];
  /** See `VerifyOptions.flags`. */
  readonly flags: Readonly<Record<string, readonly string[]>>;
  /** The memory limit of the verification in bytes, of which the preprocessor has a part. */
  readonly memoryBytes: number;
}

export interface CompileJob extends ProgramQuestion {
  /** The cut points between blocks of a program. */
  readonly cuts: CutKind;
  /** Whether the system of a program with a single run may be that run alone. */
  readonly mayFollow: boolean;
}

/** SHA-256 in hexadecimal of the text that the preprocessor makes of each given file; {} for hardware. */
export type PreprocessedHashes = Readonly<Record<string, string>>;

/** Facts that compiling tells about a program, besides the model. */
export interface CompileReport {
  readonly diagnostics: readonly Diagnostic[];
  /** Decisions of the encoding, one per line, limited in number; [] for hardware. */
  readonly decisions: readonly string[];
  /** External functions that calls on the way to the error may enter. */
  readonly externals: readonly ExternalFunction[];
  readonly assumptions: readonly Assumption[];
  readonly preprocessed: PreprocessedHashes;
  /** Null: not requested, or hardware. */
  readonly outline: ProgramOutline | null;
  /** Further files of the program besides the given ones; null like the outline. */
  readonly sources: MarkedFiles | null;
  /** Whether the program may call functions whose results are inputs. */
  readonly takesInputs: boolean;
}

export type CompileAnswer =
  /** The program was rejected; at least one diagnostic is an error. */
  { readonly kind: 'rejected'; readonly diagnostics: readonly Diagnostic[] } | Compilation;

export type ContractsAnswer =
  | { readonly kind: 'rejected'; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly kind: 'contracts';
      readonly functions: readonly ContractedFunction[];
      readonly outlines: readonly FunctionOutline[];
      readonly diagnostics: readonly Diagnostic[];
      readonly preprocessed: PreprocessedHashes;
    };

export interface Compilation extends CompileReport {
  readonly kind: 'compiled';
  /** The model for all errors. */
  readonly model: Model;
  /** Names of a hardware model's properties; [] for programs. */
  readonly properties: readonly string[];
  /** The checks that are decided one by one, by place; [] where the job does not ask for that. */
  readonly checks: readonly Check[];
  /** The checks that hints hold. The model has none of them, but candidates that they give. */
  readonly hints: readonly Check[];
  /** Comments that ask to ignore findings of these checks. */
  readonly ignores: readonly IgnoreComment[];
  /** The targets of the parts into which the system falls, see `errorParts`; [] if it cannot be split. */
  readonly parts: readonly Target[];
}

/** Formats of `lemmata export`. */
export type ExportFormat = 'btor2' | 'chc' | 'json' | 'c';

/** How others follow a compilation while its thread is busy. */
export interface WatchedCompilation {
  /** See `CompileStatus`. */
  readonly status: SharedArrayBuffer;
  /** Milliseconds after which compilation is given up; null: no limit of its own. */
  readonly patience: number | null;
}

/** Each call but the first is about the model with a number. */
export interface CompileThreadApi {
  compile(job: CompileJob, watched: WatchedCompilation): Promise<Answer<CompileAnswer>>;
  /** Makes a model of a part of the same system, for fewer errors. */
  restrict(model: number, target: Target): Promise<Answer<Model>>;
  /**
   * Encodes the program again, for these checks or hints alone. Others end its runs without blame. The model is known
   * until one for others is made, or, if it is kept, to the end.
   */
  modelFor(checks: readonly string[], isKept?: boolean): Promise<Answer<Model>>;
  /** The program of which runs fail these checks alone. Others end its runs without blame. */
  programFor(checks: readonly string[]): Promise<Answer<SharedArrayBuffer>>;
  /** Joins the proofs of all parts. Fails if they leave an error out. */
  join(model: number, proofs: readonly TargetProof[]): Promise<Answer<Proof>>;
  /**
   * The stored certificate in terms of the system as compiled, which is in the answer; null if it
   * belongs to another system.
   */
  recall(
    model: number,
    kept: StoredVerdict & { readonly answer: 'safe' },
    target: Target,
  ): Promise<Answer<CertifierJob | null>>;
  /** Checks a claim by our own refuters, for at most so many milliseconds. */
  certify(job: CertifierJob, milliseconds: number): Promise<Answer<CertifierAnswer>>;
  /** See `resume`. */
  resume(model: number, job: ResumeJob): Promise<Answer<CertifierJob | null>>;
  /** The model and its checks as bytes, see `storedModel`. */
  store(model: number): Promise<Answer<Uint8Array>>;
  /** The engines' system as text. */
  /** Lists the functions of a program that have a contract and a body. */
  contracts(job: CompileJob): Promise<Answer<ContractsAnswer>>;
  /** See `explicitProof`. Null also where the program is rejected. */
  explicit(job: CompileJob, errorFunctions: readonly string[], target: Target): Promise<Answer<Proof | null>>;
  print(model: number, format: ExportFormat): Promise<Answer<string>>;
  /** Tries a small system at once. */
  quick(model: number, job: QuickJob): Promise<Answer<QuickAnswer>>;
  /** See `shortReplay`. */
  replay(model: number, job: ShortReplayJob): Promise<Answer<ReplayAnswer>>;
  /** See `runTrials`; null for hardware models. */
  trials(model: number, job: TrialJob): Promise<Answer<TrialAnswer | null>>;
  /** See `breaks`. */
  breaks(model: number, job: BreakingJob): Promise<Answer<ReadonlyMap<string, Break>>>;
  /** Leads a run of the engines' system back to inputs of the program, or of the hardware model. */
  runBack(model: number, run: ClaimedRun & { kind: 'system' | 'recurrent' }, target: Target): Promise<Answer<RunBack>>;
}

/** A proof that covers a target. */
export interface TargetProof {
  readonly target: Target;
  readonly proof: Proof;
}

/** The checks that stay open, certified proofs about others, and the time limit for saying why. */
export interface BreakingJob {
  readonly checks: readonly string[];
  readonly proofs: readonly Proof[];
  readonly milliseconds: number;
}

/** A proof of an earlier version of the program, and the time limit for reusing it. */
export interface ResumeJob {
  readonly kept: StoredVerdict & { readonly answer: 'safe' };
  readonly target: Target;
  readonly milliseconds: number;
}

/** A proof whose program is to be run, and the time limit of the runs. */
export interface TrialJob {
  readonly proof: Proof;
  /** Names of the checks that it leaves open. */
  readonly open: readonly string[];
  readonly milliseconds: number;
  readonly seed: number;
  /** Milliseconds until the time limit. */
  readonly left: number;
}

/** The result of the runs, with the assumptions that no run passes. */
export type TrialAnswer = TrialResult & { readonly vacuous?: readonly VacuousAssumption[] };

export interface QuickJob {
  readonly target: Target;
  /** Time limit of the search in ms; certifying may take as long again. */
  readonly milliseconds: number;
  /** Most gates of one solver. */
  readonly gates: number;
}

interface QuickDecision {
  readonly by: QuickEngine;
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
      readonly claim: PackedClaim & { readonly kind: 'safe' | 'unsafe' };
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
