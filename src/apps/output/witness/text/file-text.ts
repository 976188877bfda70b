import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { WitnessPlace } from '../location.ts';
import type { Structure, TextRange } from './found.ts';
import { structureOf } from './structure.ts';

/** A program file with its structure and the words to be inserted. */
export class FileText {
  readonly structure: Structure;
  readonly edits: Edits;
  /** Offsets at which lines begin. */
  readonly #lines: readonly number[];

  constructor(
    readonly file: string,
    readonly text: string,
  ) {
    this.structure = structureOf(text);
    this.edits = new Edits(text);
    const lines = [0];
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines.push(end + 1);
    this.#lines = lines;
  }

  /** Throws what reading files throws. */
  static read(file: string): FileText {
    return new FileText(file, readFileSync(file, 'utf8'));
  }

  /** Line and column of an offset, from 1. */
  placeOf(offset: number): { readonly line: number; readonly column: number } {
    let [low, high] = [0, this.#lines.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#lines[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - this.#lines[low] + 1 };
  }

  /** The smallest range with a place, or with a part of its line if it has no column. */
  innermost<T extends TextRange>({ line, column }: WitnessPlace, ranges: readonly T[]): T | null {
    const first = this.#lines[line - 1];
    if (first === undefined) return null;
    const start = first + (column ?? 1) - 1;
    const end = column === undefined ? (this.#lines[line] ?? this.text.length) : start + 1;
    const around = ranges.filter((range) => range.start < end && start < range.end);
    return around.reduce<T | null>(
      (best, one) => (best === null || one.end - one.start < best.end - best.start ? one : best),
      null,
    );
  }

  /**
   * The element that a place names, by the offset of each. Without a column it is the leftmost one on
   * the line. If none is at the column, it is the only one on the line: tools differ in the character
   * that they name. Null: none is there.
   */
  at<T>(place: WitnessPlace, elements: readonly T[], offsetOf: (element: T) => number): T | null {
    const first = this.#lines[place.line - 1];
    if (first === undefined) return null;
    const behind = this.#lines[place.line] ?? this.text.length + 1;
    const here = elements.filter((element) => offsetOf(element) >= first && offsetOf(element) < behind);
    if (place.column !== undefined) {
      const offset = first + place.column - 1;
      const exact = here.find((element) => offsetOf(element) === offset);
      const other = here.find((element) => offsetOf(element) !== offsetOf(here[0]));
      return exact ?? (other === undefined ? (here[0] ?? null) : null);
    }
    return here.reduce<T | null>(
      (best, element) => (best === null || offsetOf(element) < offsetOf(best) ? element : best),
      null,
    );
  }
}

/** The file of the task that a place names: by its path, or else by its last part. */
export function fileOf({ file_name }: WitnessPlace, files: readonly string[]): string | null {
  return (
    files.find((file) => file === file_name) ?? files.find((file) => basename(file) === basename(file_name)) ?? null
  );
}

/** The end of words that are evaluated before an expression. */
const COMMA = ', (';

interface Wrap {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly behind: string;
  /** The element of a witness that the words come from. */
  readonly source: number;
  /** Length of the last words, if they are the value of the range. */
  readonly value: number;
}

/** Words that were put into a text, with the place in the changed text. */
interface Inserted {
  readonly start: number;
  readonly end: number;
  readonly source: number;
}

/**
 * Words around ranges of a text. Ranges lie within each other or apart, so that each stays a whole:
 * of two equal ranges, the one that was added first is outside.
 */
export class Edits {
  readonly #wraps: Wrap[] = [];

  constructor(private readonly text: string) {}

  /** Puts words around a range. `value`: the last words, if they have the value of the range. */
  wrap(range: TextRange, before: string, behind: string, source: number, value = ''): void {
    this.#wraps.push({
      start: range.start,
      end: range.end,
      before,
      behind: behind + value,
      source,
      value: value.length,
    });
  }

  /** The changed text, and its inserted words in the order of the text. */
  apply(): { readonly text: string; readonly inserted: readonly Inserted[] } {
    const parts = this.#wraps.flatMap((wrap, order) => [
      { ...wrap, at: wrap.start, words: wrap.before, opens: true, order },
      { ...wrap, at: wrap.end, words: wrap.behind, opens: false, order },
    ]);
    parts.sort((a, b) => {
      if (a.at !== b.at) return a.at - b.at;
      // Words of a range that ends here, unless it begins here too, come before those of one that begins.
      const [aCloses, bCloses] = [!a.opens && a.start < a.at, !b.opens && b.start < b.at];
      if (aCloses !== bCloses) return aCloses ? -1 : 1;
      if (aCloses) return b.start - a.start || b.order - a.order;
      return b.end - a.end || a.order - b.order || (a.opens ? -1 : 1);
    });
    let changed = '';
    let done = 0;
    const inserted: Inserted[] = [];
    for (const { at, words, opens, source, value } of parts) {
      changed += this.text.slice(done, at);
      done = at;
      if (words === '') continue;
      // A wrapped expression begins with its first parenthesis, is the value of a comma, or ends with its value.
      const start = changed.length + (opens && words.startsWith('(') ? 1 : 0);
      const rest = opens ? (words.endsWith(COMMA) ? COMMA.length : 0) : value;
      inserted.push({ start, end: changed.length + words.length - rest, source });
      changed += words;
    }
    return { text: changed + this.text.slice(done), inserted };
  }
}
