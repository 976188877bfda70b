import type { Diagnostic } from '../../c/diagnostics.ts';
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
import type { InputQueue } from '../../program/cfa/inputs.ts';
import type { ProgramOutline } from '../../program/cfa/outline.ts';
import type { VacuousAssumption } from '../../program/cfa/passed-calls.ts';
import type { CutKind } from '../../system/encode/plan/cut-points.ts';
import type { SharedSystem } from '../../system/transys/share.ts';
import type { WayBack } from '../../system/transys/way-back.ts';
import type { KeptAnswer } from '../cache/kept-answer.ts';
import type { SystemFacts } from '../facts.ts';
import type { Property } from '../property.ts';
import type { QuickMethod } from '../schedule/engine-names.ts';
import type { EngineEnd, Proof } from '../verdict.ts';
import type { Answer } from './answer.ts';
import type { Approximation, CertifierJob, ReplayAnswer, ShortReplayJob } from './certification.ts';
import type { PackedClaim } from './engines.ts';

// Messages of the compile thread. It compiles, and keeps the data that leads claims back to the system as compiled.

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
      /** Whether the program may call functions whose results are inputs. */
      readonly takesInputs: boolean;
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
interface OriginalSystem {
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
   * checks end runs without blame. All other calls are about the last system. All checks: the first system
   * is the last one again.
   */
  narrow(open: readonly string[]): Promise<Answer<CompileAnswer>>;
  /**
   * The compiled program with these checks alone, which is not encoded. Replays are about it from then
   * on, until the next encoding.
   */
  open(open: readonly string[]): Promise<Answer<SharedArrayBuffer>>;
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
  /** Names of the checks that it leaves open. */
  readonly open: readonly string[];
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
