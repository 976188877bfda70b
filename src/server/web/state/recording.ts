import type { Documents, SubmittedTask } from '../../protocol.ts';
import { advance, NO_RACE, type NumberedEvent, type Race } from './race.ts';

/** A run that is over, with all that the page shows of it: what a static report holds. */
export interface Recording {
  readonly version: 1;
  readonly task: SubmittedTask;
  /** ISO 8601. */
  readonly submitted: string;
  /** Numbered from 1; the last one ends the job. */
  readonly events: readonly NumberedEvent[];
  readonly documents: Documents;
}

export function raceOf({ events }: Recording): Race {
  return advance(NO_RACE, events);
}
