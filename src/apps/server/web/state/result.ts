import type { EngineEnd, UnknownReason, UnsafeVerdict } from '../../../../race/verdict.ts';
import type { EvidenceObject } from '../../../output/report/evidence-text.ts';
import type { LoopInvariant } from '../../../output/report/loop-invariants.ts';

// The part of `schemas/result.schema.json` that the page shows.

type Run = UnsafeVerdict['run'];
export type ProgramViolation = Omit<Extract<Run, { readonly kind: 'program' }>, 'programInputs' | 'branches'>;
export type HardwareViolation = Omit<Extract<Run, { readonly kind: 'hardware' }>, 'trace'>;
export type Violation = ProgramViolation | HardwareViolation;
export type RunStep = ProgramViolation['steps'][number];
export type StepPlace = RunStep['at'];

export interface CertificateShape {
  readonly kind: 'exhaustive' | 'enumerated' | 'states' | 'k-inductive' | 'universal' | 'parts';
  readonly parts?: readonly Omit<CertificateShape, 'parts' | 'invariants'>[];
  readonly bound?: number;
  readonly states?: number;
  readonly k?: number;
  readonly invariants: readonly LoopInvariant[];
}

/** A function that was judged against its contract. */
export interface JudgedFunction {
  readonly name: string;
  readonly at: StepPlace;
  readonly verdict: string;
  /** Names of the functions whose contracts stand for calls. */
  readonly calls: readonly string[];
}

interface ResultHead {
  readonly property: string;
  /** Absent outside of reports on contracts. */
  readonly functions?: readonly JudgedFunction[];
  readonly seconds: number;
  readonly externals?: readonly { readonly name: string }[];
  readonly assumptions?: readonly { readonly kind: string; readonly text: string; readonly at?: StepPlace }[];
}

export type Result = ResultHead &
  (
    | {
        readonly verdict: 'TRUE';
        readonly engine: string;
        readonly stage: string;
        readonly restsOn: readonly string[];
        readonly certificate: CertificateShape;
        readonly evidence?: EvidenceObject;
      }
    | {
        readonly verdict: 'FALSE';
        readonly violated?: string;
        readonly engine: string;
        readonly stage: string;
        readonly violation: Violation;
        readonly evidence?: EvidenceObject;
      }
    | {
        readonly verdict: 'UNKNOWN';
        readonly reason: UnknownReason & { readonly text: string };
        readonly safeUpTo: number | null;
        /** Absent if the engines could not report how they ended. */
        readonly engines?: readonly {
          readonly engine: string;
          readonly end: EngineEnd;
          readonly bound: number | null;
        }[];
      }
  );

/** The result in a verdict's event; null: a kind that this page does not know. */
export function readResult(value: { readonly verdict: string }): Result | null {
  return isResult(value) ? value : null;
}

function isResult(value: object): value is Result {
  if (!('verdict' in value)) return false;
  switch (value.verdict) {
    case 'TRUE':
      return 'certificate' in value && 'engine' in value;
    case 'FALSE':
      return 'violation' in value && 'engine' in value;
    case 'UNKNOWN':
      return 'reason' in value;
    default:
      return false;
  }
}
