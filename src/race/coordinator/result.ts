import type { EngineEnd, SafeVerdict, UnknownReason, UnsafeVerdict } from '../verdict.ts';

/** A verdict of a race, before the property is named. */
export type RaceResult =
  | Pick<SafeVerdict, 'kind' | 'engine' | 'proof' | 'restsOn'>
  | (Pick<SafeVerdict, 'engine' | 'proof' | 'restsOn'> & {
      readonly kind: 'partial';
      /** Names of the checks that are still open: all others are proved. */
      readonly open: readonly string[];
    })
  | Pick<UnsafeVerdict, 'kind' | 'engine' | 'run' | 'replayMilliseconds'>
  | {
      readonly kind: 'unknown';
      readonly reason: UnknownReason;
      readonly safeUpTo: number | null;
      readonly engines: readonly EngineResult[];
    };

/** A result for all errors that the race is about. */
export type WholeResult = Exclude<RaceResult, { readonly kind: 'partial' }>;

export interface EngineResult {
  readonly engine: string;
  readonly end: EngineEnd;
  readonly bound: number | null;
}
