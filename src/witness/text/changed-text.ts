import type { SourceLocation } from '../../base/source.ts';
import type { FileText } from './file-text.ts';

/** A program with words put in. Its first line is a new one, and all other lines keep their order. */
export interface ChangedText {
  readonly file: string;
  readonly text: string;
  /** Words that were put in, with the element of the witness they come from; places in the changed text. */
  readonly inserted: readonly {
    readonly line: number;
    readonly column: number;
    readonly length: number;
    readonly source: number;
  }[];
}

/** The changed text of a file; `head` is its first line. */
export function changedText({ file, edits }: FileText, head: string): ChangedText {
  const { text, inserted } = edits.apply();
  const whole = `${head}\n${text}`;
  let [line, lineStart, done] = [1, 0, 0];
  const places = inserted.map(({ start, end, source }) => {
    const offset = start + head.length + 1;
    for (let next = whole.indexOf('\n', done); next >= 0 && next < offset; next = whole.indexOf('\n', done)) {
      line++;
      lineStart = next + 1;
      done = next + 1;
    }
    return { line, column: offset - lineStart + 1, length: end - start, source };
  });
  return { file, text: whole, inserted: places };
}

/** The line of the unchanged text, and the element of the witness whose words are there, if any. */
export function originOf(
  { inserted }: ChangedText,
  { line, column }: SourceLocation,
): { readonly line: number; readonly source: number | null } {
  const words = inserted.find((one) => one.line === line && one.column <= column && column < one.column + one.length);
  return { line: line - 1, source: words?.source ?? null };
}
