import type { JobEvent } from '../../protocol.ts';

export type EventOf<K extends JobEvent['kind']> = Extract<JobEvent, { readonly kind: K }>;

export type Diagnostic = EventOf<'diagnostic'>['diagnostic'];
export type ProgramOutline = EventOf<'outline'>['outline'];
export type SystemFacts = EventOf<'compiled'>['facts'];
export type LoopText = NonNullable<EventOf<'lemma'>['text']>[number];
/** Numbers by name. */
export type Statistics = EventOf<'statistics'>['values'];

/** An event of a job with its number. */
export interface NumberedEvent {
  readonly number: number;
  readonly event: JobEvent;
}
