import type { SourceLocation } from '../../../base/source.ts';

/** A place in a witness; columns count from 1, and may be missing. */
export interface WitnessPlace {
  readonly file_name: string;
  readonly line: number;
  readonly column?: number;
  /** The function around the place. */
  readonly function?: string;
}

/** A place in the form of witnesses; lines and columns count from 1. */
export function witnessLocation({ file, line, column }: SourceLocation): WitnessPlace {
  return { file_name: file, line, column };
}
