import { type DirectiveState, newDirectiveState, readDirective } from '../lex/directives.ts';
import { wordsOf } from './excerpts.ts';

/**
 * Columns of the source for the lines that the preprocessor changed. Each physical line of its output has
 * pairs of columns from 1: that of a token, which rise, and the one in the source.
 */
export type Columns = ReadonlyMap<number, readonly number[]>;

/** Most pairs of tokens of the source and its expansion that are compared in one line. */
const MOST_PAIRS = 1_000_000;

/** Returns the column in the source of a token of the preprocessed text. */
export function columnInSource(columns: Columns, physicalLine: number, column: number): number {
  const pairs = columns.get(physicalLine);
  if (pairs === undefined) return column;
  let [low, high] = [0, pairs.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pairs[2 * middle] <= column) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? column : pairs[2 * low - 1];
}

/**
 * Compares the lines of a preprocessed text with those of the source. A token of an argument keeps its
 * own column. Others of an expansion have the column of the macro's use, and what stands behind it has
 * its own. `originals`: the files that are compared.
 */
export function columnsOf(
  output: string,
  file: string,
  originals: readonly { readonly file: string; readonly text: string }[],
): Columns {
  const columns = new Map<number, number[]>();
  const sources = linesByMarks(originals);
  /** The lines of the output that show one line of the source. */
  let group: { readonly pieces: readonly string[]; readonly lines: [number, string][] } | null = null;
  let [shownFile, shownLine] = ['', 0];
  const close = (): void => {
    if (group !== null) compareLine(group.pieces, group.lines, columns);
    group = null;
  };
  for (const { text, state, line, number } of codeLines(output, file)) {
    if (state.file !== shownFile || line !== shownLine) {
      close();
      [shownFile, shownLine] = [state.file, line];
      const pieces = sources.get(state.file)?.get(line);
      if (pieces !== undefined) group = { pieces, lines: [] };
    }
    group?.lines.push([number, text]);
  }
  close();
  return columns;
}

/** The texts of lines, by the file and number that line marks give them. Hints put several on one line. */
function linesByMarks(
  originals: readonly { readonly file: string; readonly text: string }[],
): ReadonlyMap<string, ReadonlyMap<number, readonly string[]>> {
  const files = new Map<string, Map<number, string[]>>();
  for (const { file, text } of originals)
    for (const { text: code, state, line } of codeLines(withoutComments(text), file)) {
      let lines = files.get(state.file);
      if (lines === undefined) files.set(state.file, (lines = new Map()));
      const pieces = lines.get(line);
      if (pieces) pieces.push(code);
      else lines.set(line, [code]);
    }
  return files;
}

interface CodeLine {
  readonly text: string;
  readonly state: DirectiveState;
  /** Line in the file that the marks name. */
  readonly line: number;
  /** Physical line. */
  readonly number: number;
}

/** The lines that are neither blank nor directives. The state is the same object for all. */
function* codeLines(text: string, file: string): Generator<CodeLine> {
  const state = newDirectiveState(file);
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end).trimEnd();
    number++;
    start = end + 1;
    if (line === '') continue;
    if (/^[ \t]*(?:#|%:)/.test(line)) readDirective(state, line.trimStart(), number);
    else yield { text: line, state, line: number + state.delta, number };
  }
}

/** Blanks in place of comments. */
function withoutComments(text: string): string {
  if (!/\/[/*]/.test(text)) return text;
  return text.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (found) =>
    found.startsWith('/') ? found.replace(/[^\n]/g, ' ') : found,
  );
}

interface Word {
  readonly text: string;
  /** Physical line of the output; 0 in the source. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

function words(line: number, text: string): Word[] {
  return [...wordsOf(text.replace(/\\$/, ''))].map(({ text: word, start }) => ({
    text: word,
    line,
    column: start + 1,
  }));
}

function compareLine(
  pieces: readonly string[],
  lines: readonly (readonly [number, string])[],
  columns: Map<number, number[]>,
): void {
  if (pieces.length === 1 && lines.length === 1 && pieces[0] === lines[0][1]) return;
  const source = pieces.flatMap((piece) => words(0, piece));
  const shown = lines.flatMap(([number, text]) => words(number, text));
  const found = sourceOfEach(source, shown);
  for (const [index, { line, column }] of shown.entries()) {
    const pairs = columns.get(line) ?? [];
    if (pairs.length === 0) columns.set(line, pairs);
    pairs.push(column, found[index] ?? column);
  }
}

/** Returns the column in the source of each token of an expanded line; undefined: unknown. */
function sourceOfEach(source: readonly Word[], shown: readonly Word[]): readonly (number | undefined)[] {
  const found: (number | undefined)[] = [];
  for (const { from, to, first, last } of usesIn(source, shown)) {
    const use = source[from];
    for (let index = first; index < last; index++) found[index] = use?.column;
    const isUse = last - first !== 1 || to - from !== 1 || use.text !== shown[first].text;
    if (isUse) placeArguments(source.slice(from + 2, to - 1), shown, first, last, found);
  }
  return found;
}

/** Tokens `from` to `to` of the source, which the preprocessor made to the tokens `first` to `last`. */
interface Use {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Divides a line into equal tokens and uses of macros: a name, perhaps with parentheses behind it. Where
 * no division fits, all between the equal ends is one use.
 */
function usesIn(source: readonly Word[], shown: readonly Word[]): readonly Use[] {
  const [n, m] = [source.length, shown.length];
  const least = Math.min(n, m);
  let same = 0;
  while (same < least && source[same].text === shown[same].text) same++;
  const division = n * m > MOST_PAIRS || (same === n && same === m) ? null : bestDivision(source, shown);
  const uses: Use[] = [];
  if (division?.fits)
    for (let [i, j] = [0, 0]; i < n; ) {
      const [to, last] = division.next(i, j);
      uses.push({ from: i, to, first: j, last });
      [i, j] = [to, last];
    }
  else {
    let behind = 0;
    while (behind < least - same && source[n - 1 - behind].text === shown[m - 1 - behind].text) behind++;
    for (let i = 0; i < same; i++) uses.push({ from: i, to: i + 1, first: i, last: i + 1 });
    if (same < m - behind) uses.push({ from: Math.min(same, n - 1), to: n - behind, first: same, last: m - behind });
    for (let j = m - behind; j < m; j++) uses.push({ from: j - m + n, to: j - m + n + 1, first: j, last: j + 1 });
  }
  return uses;
}

interface Division {
  /** Whether there is one. */
  readonly fits: boolean;
  /** Where the part that begins at these places ends in both. */
  next(i: number, j: number): readonly [number, number];
}

const NONE = -(2 ** 30);

/** The division with the fewest uses, and among these with the most equal tokens. */
function bestDivision(source: readonly Word[], shown: readonly Word[]): Division {
  const [n, m] = [source.length, shown.length];
  const width = m + 1;
  /** The worth of the best division behind two places. */
  const worth = new Int32Array((n + 1) * width).fill(NONE);
  /** The best one behind a place of the source, from this or a later token of the expansion. */
  const later = new Int32Array((n + 1) * width).fill(0);
  worth[n * width + m] = 0;
  const ends = source.map((_, i) => endsOfUse(source, i));
  const afterEqual = (i: number, j: number): number =>
    j < m && source[i].text === shown[j].text ? worth[(i + 1) * width + j + 1] + 1 : NONE;
  for (let i = n - 1; i >= 0; i--)
    for (let j = m; j >= 0; j--) {
      let best = afterEqual(i, j);
      for (const end of ends[i]) best = Math.max(best, later[end * width + j] - width);
      const at = i * width + j;
      worth[at] = best;
      later[at] = j < m ? Math.max(best, later[at + 1]) : best;
    }
  return {
    fits: worth[0] > NONE / 2,
    next: (i, j) => {
      const best = worth[i * width + j];
      if (afterEqual(i, j) === best) return [i + 1, j + 1];
      const end = ends[i].find((each) => later[each * width + j] - width === best)!;
      let last = j;
      while (worth[end * width + last] - width !== best) last++;
      return [end, last];
    },
  };
}

/** Where a use of a macro that begins at a token may end; none if no macro has such a name. */
function endsOfUse(source: readonly Word[], from: number): readonly number[] {
  if (!/^[A-Za-z_$]/.test(source[from].text)) return [];
  const ends = [from + 1];
  if (source[from + 1]?.text !== '(') return ends;
  let depth = 0;
  for (let end = from + 1; end < source.length; end++) {
    if (source[end].text === '(') depth++;
    else if (source[end].text === ')' && --depth === 0) return [end + 1, ...ends];
  }
  // The rest of the arguments stands on the next lines.
  return [source.length, ...ends];
}

/** Gives the tokens of arguments their own columns where the expansion has them. */
function placeArguments(
  within: readonly Word[],
  shown: readonly Word[],
  first: number,
  last: number,
  found: (number | undefined)[],
): void {
  for (const argument of argumentsOf(within))
    for (let at = first; at + argument.length <= last; at++) {
      if (!argument.every(({ text }, index) => text === shown[at + index].text)) continue;
      for (const [index, { column }] of argument.entries()) found[at + index] = column;
      at += argument.length - 1;
    }
}

/** The arguments between parentheses, the shortest first: longer ones are known better. */
function argumentsOf(within: readonly Word[]): readonly (readonly Word[])[] {
  const found: Word[][] = [[]];
  let depth = 0;
  for (const word of within) {
    if (/^[([{]$/.test(word.text)) depth++;
    else if (/^[)\]}]$/.test(word.text)) depth--;
    if (word.text === ',' && depth === 0) found.push([]);
    else found.at(-1)!.push(word);
  }
  return found.filter((argument) => argument.length > 0).sort((a, b) => a.length - b.length);
}
