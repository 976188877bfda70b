import { LemmataError } from '../../../base/errors.ts';

/** One non-empty line of a BTOR2 file, cut into words, without comments. */
export interface Btor2Line {
  /** 1-based line number. */
  readonly line: number;
  readonly words: readonly string[];
  /** 1-based column of each word. */
  readonly columns: readonly number[];
}

/** Throws `E-INPUT` with the location of a word of a line. */
export function rejectLine(file: string, line: Btor2Line, word: number, message: string): never {
  const last = line.columns.length - 1;
  throw new LemmataError('E-INPUT', message, {
    file,
    line: line.line,
    column: line.columns[Math.min(word, last)] ?? 1,
  });
}

/**
 * Yields the lines of a BTOR2 text that are not empty. Comments start with `;` and go to the end of
 * the line.
 */
export function* scanBtor2(text: string): Generator<Btor2Line> {
  let start = 0;
  let number = 0;
  while (start <= text.length) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    number += 1;
    const words: string[] = [];
    const columns: number[] = [];
    let at = start;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code === 0x3b) break; // ;
      if (code <= 0x20) {
        at += 1;
        continue;
      }
      const from = at;
      while (at < end && text.charCodeAt(at) > 0x20 && text.charCodeAt(at) !== 0x3b) at += 1;
      words.push(text.slice(from, at));
      columns.push(from - start + 1);
    }
    if (words.length > 0) yield { line: number, words, columns };
    start = end + 1;
  }
}
