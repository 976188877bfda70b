import type { Property } from '../property.ts';
import type { DecidingStage, UnknownReason, UnknownVerdict, Verdict } from '../verdict.ts';
import { QUICK_ENGINE, QUICK_ID } from './quick-stage.ts';
import type { EngineResult, WholeResult } from './result.ts';

/**
 * Returns the verdict on a property from the result of its race. `known`: the stage that decided, if
 * the engine does not imply it. `by`: engine of the quick stage.
 */
export function verdictOf(
  result: WholeResult,
  property: Property,
  known: DecidingStage | undefined,
  by: string = QUICK_ENGINE,
): Verdict {
  if (result.kind === 'unknown') return { ...result, property };
  const stage = known ?? (result.engine === QUICK_ID ? 'quick' : 'race');
  const named = { property, stage, engine: stage === 'quick' ? by : nameOf(result.engine) } as const;
  if (result.kind === 'unsafe') return { ...result, ...named };
  const others = new Set(result.restsOn.map(nameOf));
  others.delete(named.engine);
  return { ...result, ...named, restsOn: [...others] };
}

/** Adds to a verdict the results of the stage before the race. */
export function withStage(verdict: Verdict, stage: EngineResult | null): Verdict {
  if (verdict.kind !== 'unknown' || stage === null || stage.bound === null) return verdict;
  return { ...verdict, safeUpTo: Math.max(stage.bound, verdict.safeUpTo ?? 0), engines: [stage, ...verdict.engines] };
}

/**
 * Names the construct without a meaning that ended an engine, where the time ended the others. That says
 * more than the limit, as no proof passes over it.
 */
export function withObstacle(verdict: Verdict): Verdict {
  return verdict.kind === 'unknown' ? namingObstacle(verdict) : verdict;
}

/** Does the same for a race that left its target open. */
export function namingObstacle<T extends Ended>(race: T): T {
  return race.reason.kind === 'time-limit' ? { ...race, reason: obstacleOf(race) ?? race.reason } : race;
}

/** The construct without a meaning that ended one of the engines; null if none did. */
export function obstacleOf({ engines }: Ended): UnknownReason | null {
  const end = engines.map((one) => one.end).find((one) => one.kind === 'unsupported');
  return end?.kind === 'unsupported' ? end : null;
}

/** Why a race ended without a verdict, and how its engines did. */
type Ended = Pick<UnknownVerdict, 'reason' | 'engines'>;

/** Returns the engine with an id. */
function nameOf(id: string): string {
  return id === QUICK_ID ? QUICK_ENGINE : id;
}
