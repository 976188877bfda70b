import type { Documents, SubmittedTask } from '../../protocol.ts';
import type { NumberedEvent } from './event-parts.ts';
import { advance, NO_RACE, type Race } from './race.ts';

/** A finished run with everything that the page shows: the content of a static report. */
export interface Recording {
  readonly version: 1;
  readonly task: SubmittedTask;
  /** Time of submission in ISO 8601. */
  readonly submitted: string;
  /** Version of Lemmata that ran it. */
  readonly lemmata: string;
  /** Events numbered from 1; the last one ends the job. */
  readonly events: readonly NumberedEvent[];
  readonly documents: Documents;
}

export function raceOf({ events, submitted, lemmata }: Recording): Race {
  return advance({ ...NO_RACE, submitted, lemmata }, events);
}
