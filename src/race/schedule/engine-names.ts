import type { EngineId } from '../../engines/engine-id.ts';
import { descriptionOf, ENGINE_IDS } from '../../engines/register.ts';

/** The engines, by the names that portfolios and `--engines` use. */
export const ENGINE_NAMES: readonly EngineName[] = ENGINE_IDS;

export type EngineName = EngineId;

/** Returns the method of an engine in a few words; null: there is no engine of that name. */
export function methodOf(name: string): string | null {
  const id = ENGINE_IDS.find((one) => one === name);
  return id === undefined ? null : descriptionOf(id).method;
}

/** Engines of the quick stage: two of the race, and `follow`, which follows the runs of the system one by one. */
export const QUICK_ENGINES = ['kind', 'sim', 'follow'] as const;

export type QuickEngine = (typeof QUICK_ENGINES)[number];
