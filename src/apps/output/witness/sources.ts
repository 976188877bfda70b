import { readFileSync } from 'node:fs';
import type { SourceLocation } from '../../../base/source.ts';

/**
 * The texts of the input files. Validators read the same texts. They do not contain code from a header
 * or from a macro, so every place is looked up before a witness names it.
 */
export class Sources {
  readonly #lines = new Map<string, readonly string[]>();

  /** Columns count characters (UTF-16 units) from 1, as in all places. Unreadable files have no text. */
  constructor(files: readonly string[]) {
    for (const file of files) this.#lines.set(file, readLines(file));
  }

  /** Returns the lines of one of them, without their ends. */
  lines(file: string): readonly string[] {
    return this.#lines.get(file) ?? [];
  }

  /** Returns the text of one of them; null for other files. */
  text(file: string): string | null {
    return this.#lines.get(file)?.join('\n') ?? null;
  }

  /** Whether the word starts exactly at a place. */
  hasWord({ file, line, column }: SourceLocation, word: string): boolean {
    const text = this.#lines.get(file)?.[line - 1]?.slice(column - 1);
    return text?.startsWith(word) === true && !/^[\w$]/.test(text.slice(word.length));
  }

  /**
   * Returns the closing parenthesis of the call `name(...)` that starts at a place. Null unless the call
   * is written so, in one line, with arguments that can be separated without a lexer.
   */
  closingParenthesis(at: SourceLocation, name: string): SourceLocation | null {
    if (!this.hasWord(at, name)) return null;
    const rest = this.#lines.get(at.file)?.[at.line - 1]?.slice(at.column - 1 + name.length) ?? '';
    if (!/^\s*\(/.test(rest)) return null;
    for (let index = 0, depth = 0; index < rest.length && !/['"/\\]/.test(rest[index]); index++) {
      if (rest[index] === '(') depth++;
      else if (rest[index] === ')' && --depth === 0)
        return { file: at.file, line: at.line, column: at.column + name.length + index };
    }
    return null;
  }
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/);
  } catch {
    return [];
  }
}
