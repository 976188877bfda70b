import { methodOf } from '../../../../race/schedule/engine-names.ts';
import { endText } from '../../../output/report/end-text.ts';
import type { Lane } from './lane.ts';
import type { Race } from './race.ts';

/** The part of one engine in the race, as a sentence. */
export interface EngineStory {
  readonly engine: string;
  /** Its method in a few words; null: an engine that this page does not know. */
  readonly method: string | null;
  readonly text: string;
}

/** Returns the race as one sentence for each engine, in the order of their start. */
export function raceStory(race: Race): readonly EngineStory[] {
  const published = new Map<string, { all: number; used: number }>();
  for (const { from, usedBy } of race.lemmas.values()) {
    const count = published.get(from) ?? { all: 0, used: 0 };
    published.set(from, { all: count.all + 1, used: count.used + (usedBy.length > 0 ? 1 : 0) });
  }
  return [...race.lanes.values()].map((lane) => ({
    engine: lane.engine,
    method: lane.engine === 'quick' ? 'before the race' : methodOf(lane.engine),
    text: sentence([...boundPart(lane), ...lemmaPart(published.get(lane.engine)), endPart(lane, race)]),
  }));
}

function boundPart({ bounds }: Lane): readonly string[] {
  const last = bounds.at(-1)?.bound;
  if (last === undefined) return [];
  return [`excluded errors within ${last} ${last === 1 ? 'step' : 'steps'}`];
}

function lemmaPart(count: { readonly all: number; readonly used: number } | undefined): readonly string[] {
  if (count === undefined) return [];
  const used = count.used === 0 ? '' : ` (${count.used} of use to others)`;
  return [`published ${count.all} ${count.all === 1 ? 'lemma' : 'lemmas'}${used}`];
}

function endPart(lane: Lane, race: Race): string {
  const claim = lane.claims.at(-1);
  if (claim !== undefined) {
    const what = claim.claim === 'safe' ? `claimed TRUE (${claim.detail})` : `claimed FALSE (${claim.detail})`;
    if (claim.outcome === null) return race.end === null ? `${what}, which is being certified` : what;
    return claim.outcome.certified
      ? `${what}, which was certified`
      : `${what}, which was refused: ${claim.outcome.why ?? 'not certified'}`;
  }
  const note = lane.note === null ? '' : ` (${lane.note})`;
  if (lane.ended === null) return race.end === null ? `is running${note}` : `was running at the end${note}`;
  const { end } = lane.ended;
  switch (end.kind) {
    case 'stopped':
      return `${end.aborted ? 'was ended' : 'was stopped'}, because the race was over${note}`;
    case 'incomplete':
      return `gave up: ${end.why}`;
    default:
      return `ended: ${endText(end)}${note}`;
  }
}

function sentence(parts: readonly string[]): string {
  const last = parts[parts.length - 1];
  return parts.length === 1 ? `${last}.` : `${parts.slice(0, -1).join(', ')}, and ${last}.`;
}
