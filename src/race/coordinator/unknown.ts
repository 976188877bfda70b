import type { EngineEnd, UnknownReason } from '../verdict.ts';

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
    return { kind: 'crashed', why: broken.map(({ engine, end }) => `${engine}: ${messageOf(end)}`).join('; ') };
  }
  if (memory !== undefined) return { kind: 'memory-limit', bytes: memory.bytes, during: 'solving' };
  const [why, ...others] = engines.flatMap(({ end }) => (end.kind === 'incomplete' ? [end.why] : []));
  if (why !== undefined && others.length === 0) return { kind: 'incomplete', why };
  return { kind: 'incomplete', why: 'every engine gave up' };
}

function messageOf(end: EngineEnd): string {
  return end.kind === 'crashed' ? end.message : end.kind === 'refused' ? `claim refused: ${end.why}` : end.kind;
}
