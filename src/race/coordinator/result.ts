import { ERRORS, type ErrorCode, messageOf } from '../../base/errors.ts';
import type { Target } from '../../system/transys/target.ts';
import type { ReplayAnswer } from '../messages/certification.ts';
import type { EngineEnd, SafeVerdict, UnknownReason, UnsafeVerdict } from '../verdict.ts';

/** A verdict of a race on a whole property, before the property is named. */
export type WholeResult =
  | ProvedResult
  | Pick<UnsafeVerdict, 'kind' | 'engine' | 'run' | 'replayMilliseconds'>
  | UnknownResult;

export type ProvedResult = Pick<SafeVerdict, 'kind' | 'engine' | 'proof' | 'restsOn'>;

export interface UnknownResult {
  readonly kind: 'unknown';
  readonly reason: UnknownReason;
  readonly safeUpTo: number | null;
  readonly engines: readonly EngineResult[];
}

/** The result of a race. Decided: one on single checks has told the fate of each, or ends after one of them. */
export type RaceResult = WholeResult | { readonly kind: 'decided' };

/** A certified proof or run. */
export type Decision =
  /** A proof of a target. */
  (ProvedResult & { readonly target: Target }) | (WholeResult & { readonly kind: 'unsafe' });

export interface EngineResult {
  readonly engine: string;
  readonly end: EngineEnd;
  readonly bound: number | null;
}

/** An engine that left the race, and why. */
interface LeftEngine {
  readonly engine: string;
  readonly end: EngineEnd;
}

export type UndefinedReason = UnknownReason & { readonly kind: 'undefined-behaviour' };

/**
 * The reason for a race that all engines left: reasons that concern the program come first, those that
 * concern Lemmata last. `met`: undefined behaviour that a run met; null if none is known.
 */
export function concludeUnknown(engines: readonly LeftEngine[], met: UndefinedReason | null = null): UnknownReason {
  const find = <K extends EngineEnd['kind']>(kind: K): Extract<EngineEnd, { kind: K }> | undefined =>
    engines.map(({ end }) => end).find((end): end is Extract<EngineEnd, { kind: K }> => end.kind === kind);

  const undefinedBehaviour = find('undefined-behaviour');
  if (undefinedBehaviour !== undefined)
    return met ?? { kind: 'undefined-behaviour', what: undefinedBehaviour.what, at: undefinedBehaviour.at };
  const unsupported = find('unsupported');
  if (unsupported !== undefined) return { kind: 'unsupported', construct: unsupported.construct, at: unsupported.at };
  if (engines.length === 0)
    return { kind: 'incomplete', why: 'no engine of this portfolio takes part for this program' };

  const memory = find('out-of-memory');
  const broken = engines.filter(({ end }) => end.kind === 'crashed' || end.kind === 'refused');
  if (
    broken.length > 0 &&
    broken.length + engines.filter(({ end }) => end.kind === 'out-of-memory').length === engines.length
  ) {
    return { kind: 'crashed', why: broken.map(({ engine, end }) => `${engine}: ${whyGone(end)}`).join('; ') };
  }
  if (memory !== undefined) return { kind: 'memory-limit', bytes: memory.bytes, during: 'solving' };
  const [why, ...others] = engines.flatMap(({ end }) => (end.kind === 'incomplete' ? [end.why] : []));
  if (why !== undefined && others.length === 0) return { kind: 'incomplete', why };
  return { kind: 'incomplete', why: 'every engine gave up' };
}

function whyGone(end: EngineEnd): string {
  return end.kind === 'crashed' ? end.message : end.kind === 'refused' ? `claim refused: ${end.why}` : end.kind;
}

/** Says why a run was not reproduced. */
export function describeRefusal(answer: Exclude<ReplayAnswer, { kind: 'reproduced' }>): string {
  switch (answer.kind) {
    case 'undefined-behaviour':
      return `undefined behaviour: ${answer.what}`;
    case 'unsupported':
      return answer.construct;
    case 'incomplete':
    case 'refused':
      return answer.why;
  }
}

/** How an engine leaves the race if its thread fails with this error. */
export function crashOf(error: unknown): EngineEnd {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY' || code === 'E-LIMIT')
    return { kind: 'out-of-memory', bytes: process.memoryUsage.rss() };
  const own = typeof code === 'string' && Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : null;
  return { kind: 'crashed', code: own, message: messageOf(error) };
}
