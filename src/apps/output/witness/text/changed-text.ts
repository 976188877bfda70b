import type { SourceLocation } from '../../../../base/source.ts';
import type { FileText } from './file-text.ts';

/** A program with words put in. Two lines come first, of which the second one numbers all others as before. */
export interface ChangedText {
  readonly file: string;
  readonly text: string;
  /** The text without those two lines: places are its. */
  readonly body: string;
  /** Words that were put in, with the element of the witness they come from; lines of the unchanged text. */
  readonly inserted: readonly {
    readonly line: number;
    readonly column: number;
    readonly length: number;
    readonly source: number;
  }[];
}

/** The changed text of a file; `head` is its first line, and `end` comes behind it. */
export function changedText({ file, edits }: FileText, head: string, end = ''): ChangedText {
  const applied = edits.apply();
  const { inserted } = applied;
  const text = end === '' ? applied.text : `${applied.text}\n${end}\n`;
  const start = `${head}\n#line 1\n`;
  const whole = start + text;
  let [line, lineStart, done] = [1, 0, 0];
  const places = inserted.map(({ start: from, end, source }) => {
    const offset = from + start.length;
    for (let next = whole.indexOf('\n', done); next >= 0 && next < offset; next = whole.indexOf('\n', done)) {
      line++;
      lineStart = next + 1;
      done = next + 1;
    }
    return { line: line - 2, column: offset - lineStart + 1, length: end - from, source };
  });
  return { file, text: whole, body: text, inserted: places };
}

/** The line of the unchanged text, and the element of the witness whose words are there, if any. */
export function originOf(
  { inserted }: ChangedText,
  { line, column }: SourceLocation,
): { readonly line: number; readonly source: number | null } {
  const words = inserted.find((one) => one.line === line && one.column <= column && column < one.column + one.length);
  return { line, source: words?.source ?? null };
}
