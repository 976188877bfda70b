import type { SourceLocation } from '../../../base/source.ts';

/** A place in the form of witnesses; lines and columns count from 1. */
export function witnessLocation({ file, line, column }: SourceLocation): object {
  return { file_name: file, line, column };
}
