import type { Property } from '../../../race/property.ts';
import type { ValidateFlags } from '../flags.ts';
import type { SourceOptions } from '../source-options.ts';

/** The result of checking a witness. */
export interface Finding {
  readonly outcome: 'confirmed' | 'refuted' | 'open';
  readonly detail: string;
}

/** The program of a witness, and how it is verified. */
export interface ValidateTask {
  readonly sources: SourceOptions;
  readonly property: Property;
  readonly flags: ValidateFlags;
  /** Aborted when the user asks for the end. */
  readonly signal: AbortSignal;
}

export function open(detail: string): Finding {
  return { outcome: 'open', detail };
}
