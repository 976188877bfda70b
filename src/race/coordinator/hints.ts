import type { Check } from '../../program/cfa/checks/places.ts';
import { decideEach, type EachCheckSession } from './each-check.ts';

/** The share of the time that races on hints may take, and the most of it in ms. */
const PART = 0.2;
const MOST_MILLISECONDS = 10_000;

/**
 * Says of each hint whether it holds, within a share of the time. Later races have the candidates of all hints,
 * whatever is known of them.
 */
export async function decideHints(session: EachCheckSession, hints: readonly Check[], encoding: number): Promise<void> {
  const model = hints.length === 0 ? null : await session.modelFor(hints.map(({ name }) => name));
  if (model === null) return;
  const end = performance.now() + Math.min(MOST_MILLISECONDS, PART * session.left());
  const left = (): number => Math.min(end - performance.now(), session.left());
  const over = { kind: 'incomplete', why: 'it was not decided in the time for hints' } as const;
  const interruption = (): ReturnType<EachCheckSession['interruption']> =>
    session.interruption() ?? (left() <= 0 ? over : null);
  await decideEach({ ...session, left, interruption }, { checks: hints, model }, encoding);
}
