import type { SourceLocation } from '../../../base/source.ts';
import type { PreprocessOptions } from '../../../c/source/preprocess.ts';
import { ASSERTION_FAILURES, CHECKS, ERROR_FUNCTIONS } from '../../../program/cfa/assertion-names.ts';
import { type CheckKind, checkOf } from '../../../program/cfa/checks/kinds.ts';
import type { ViolationInput } from '../run/answer.ts';
import type { ThreadSchedule } from './schedule.ts';

/** A violating run, and the program that is compiled to repeat it. */
export interface NativeRequest {
  readonly files: readonly string[];
  readonly preprocessing: Omit<PreprocessOptions, 'flags'>;
  /** Further words for the preprocessor, by file. */
  readonly flags?: Readonly<Record<string, readonly string[]>>;
  /** The called error function; the hidden function of a check where a check fails. */
  readonly errorFunction: string;
  /** The end of the run; null: unknown. */
  readonly at: SourceLocation | null;
  /** Functions of the program whose calls are failing assertions, besides the usual ones. */
  readonly assertions: readonly string[];
  /** The inputs in order; null: they are too many. */
  readonly inputs: readonly ViolationInput[] | null;
  /** External functions of the program. */
  readonly externals: readonly string[];
  /** `argv`, one character per byte; null for a program that reads no arguments. */
  readonly arguments: readonly string[] | null;
  /** Variables of the environment, with null for those that are not set. */
  readonly environment: readonly (readonly [name: string, text: string | null])[];
  /** The order of the threads' calls; text: the reason why it cannot be forced. Absent: not known. */
  readonly schedule?: ThreadSchedule | string;
  /** Whether the run takes an order of evaluation that C leaves open, and GCC takes another one; absent: no. */
  readonly takesOrder?: boolean;
}

/** The end of a run that a compiled program must show. */
export type NativeEnd =
  /** One of the functions is called. */
  | { readonly kind: 'call'; readonly functions: readonly string[]; readonly what: string }
  /** The sanitisers report a fault of this kind. */
  | { readonly kind: 'report'; readonly of: SanitisedKind }
  /** No compiled program shows it. */
  | { readonly kind: 'hidden'; readonly why: string };

/** The kinds of checks that sanitisers report. */
export type SanitisedKind = Exclude<
  CheckKind,
  | 'assertion'
  | 'argument'
  | 'deadlock'
  | 'sequence'
  | 'wrap'
  | 'truncation'
  | 'uninitialised'
  | 'requires'
  | 'ensures'
  | 'assigns'
>;

const ORDER = 'the run rests on the order of steps of several threads';

/** Returns how a compiled program shows the end of the run. */
export function nativeEnd({
  errorFunction,
  assertions,
  schedule = ORDER,
  takesOrder = false,
}: Pick<NativeRequest, 'errorFunction' | 'assertions' | 'schedule' | 'takesOrder'>): NativeEnd {
  if (takesOrder) return { kind: 'hidden', why: 'C leaves an order of evaluation open, and GCC takes another one' };
  const kind = checkOf(errorFunction);
  if (kind === null) {
    if (errorFunction === '') return { kind: 'hidden', why: 'the run has no end' };
    return { kind: 'call', functions: [errorFunction], what: 'calls the error function' };
  }
  if (kind === 'argument') return { kind: 'hidden', why: 'sanitisers report few arguments of library functions' };
  if (kind === 'requires' || kind === 'ensures' || kind === 'assigns')
    return { kind: 'hidden', why: 'compilers do not read contracts' };
  if (kind === 'sequence') return { kind: 'hidden', why: 'no sanitiser reports accesses that C does not order' };
  if (kind === 'wrap' || kind === 'truncation') return { kind: 'hidden', why: 'C defines what happens there' };
  if (kind === 'uninitialised') return { kind: 'hidden', why: 'no sanitiser of GCC reports variables without a value' };
  if (kind === 'deadlock') return { kind: 'hidden', why: ORDER };
  if (kind === 'data-race' && typeof schedule === 'string') return { kind: 'hidden', why: schedule };
  if (kind !== 'assertion') return { kind: 'report', of: kind };
  const functions = [...new Set([...ASSERTION_FAILURES, ...CHECKS, ...ERROR_FUNCTIONS, ...assertions])];
  return { kind: 'call', functions, what: 'fails an assertion' };
}
