import type { CutKind } from '../../system/encode/plan/cut-points.ts';
import type { LoopShape } from '../facts.ts';
import type { EngineName } from '../schedule/engine-names.ts';

/** The content of a portfolio file; the contract is `schemas/portfolio.schema.json`. */
export interface PortfolioFile {
  readonly sets: Readonly<Record<string, PortfolioSet>>;
}

export interface PortfolioSet {
  readonly description?: string;
  readonly stages: readonly Stage[];
  /** The quick stage before the race; false: no quick stage. Absent: with its defaults. */
  readonly quick?: Partial<QuickSetting> | false;
  /** The cut points between blocks of a program. Absent: loop heads. */
  readonly cuts?: CutKind;
}

/** See `quickSetting`. */
export interface QuickSetting {
  /** Time limit of the search, in ms, and again of certifying its claim. */
  readonly milliseconds: number;
  /** Most gates (`SystemFacts.gates`) of a system that is searched. */
  readonly gates: number;
}

/** The schedule of the systems that satisfy `when`. */
interface Stage {
  readonly when?: StageCondition;
  /** At least one slice of CPU time. */
  readonly order: readonly SliceEntry[];
  /** Slices that come next, once, when nearly all checks are decided. */
  readonly nearlyAll?: readonly SliceEntry[];
  /** Slices that come next once few checks are left, and after each decision from then on. */
  readonly fewLeft?: readonly SliceEntry[];
}

/** Holds for a system if all named conditions do; see `SystemClass`. */
export interface StageCondition {
  readonly loops?: readonly LoopShape[];
  readonly arrays?: boolean;
  readonly floats?: boolean;
  readonly products?: boolean;
  readonly heap?: boolean;
  readonly checks?: boolean;
  readonly threads?: boolean;
  readonly cases?: boolean;
  readonly deterministic?: boolean;
}

export type EngineOptions = Readonly<Record<string, number | string | boolean>>;

/** An engine's slice: entries of the same engine with the same options are its slices too. */
export interface SliceEntry {
  readonly engine: EngineName;
  readonly options?: EngineOptions;
  /** CPU time of the engine's thread in seconds. */
  readonly seconds: number;
}
