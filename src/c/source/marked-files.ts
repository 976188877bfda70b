import { newDirectiveState, readDirective } from '../lex/directives.ts';

/** Limits of all characters, and of the lines of one file. Line marks may name any number. */
const MOST_CHARACTERS = 2 ** 20;
const MOST_LINES = 100_000;

/**
 * Files that line marks name besides the given ones: headers, and the files that a preprocessed file
 * was made from.
 */
export interface MarkedFiles {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Number of files that are too large to be kept. */
  readonly omitted: number;
}

/** Lines of a file by their numbers, from 1. */
interface Lines {
  readonly texts: Map<number, string>;
  characters: number;
  last: number;
}

/**
 * Returns the lines of such files at their places, as the preprocessor left them: without comments and
 * directives, with macros expanded. It reads no file, since a mark may name any file, and the given
 * text is the one that was verified. Headers of the system, which GCC and clang mark as such, are left
 * out.
 */
export function markedFiles(sources: readonly { readonly text: string; readonly file: string }[]): MarkedFiles {
  const given = new Set(sources.map(({ file }) => file));
  const found = new Map<string, Lines>();
  const system = new Set<string>();
  for (const { file, text } of sources) {
    const state = newDirectiveState(file);
    let number = 0;
    /** The line that was added last, if no other line came since; 0: none. */
    let [openFile, openLine] = ['', 0];
    for (const line of linesOf(text)) {
      number += 1;
      if (/^[ \t]*(?:#|%:)/.test(line)) {
        readDirective(state, line.trimStart(), number);
        const flags = /^\s*#[ \t]*\d+[ \t]+"(?:[^"\\]|\\.)*"([ \t\d]*)/.exec(line)?.[1];
        // In other files the same flag means that a macro comes from a header of the system.
        if (flags !== undefined && /\b3\b/.test(flags) && !found.has(state.file)) system.add(state.file);
        continue;
      }
      const name = state.file;
      if (line.trim() === '' || given.has(name) || system.has(name) || name.startsWith('<')) continue;
      const at = number + state.delta;
      const lines = found.get(name) ?? { texts: new Map<number, string>(), characters: 0, last: 0 };
      found.set(name, lines);
      // GCC breaks a line where a macro comes from elsewhere. A second inclusion adds nothing.
      if (name === openFile && at === openLine) add(lines, at, `${lines.texts.get(at) ?? ''} ${line.trim()}`);
      else if (lines.texts.has(at)) openLine = 0;
      else {
        [openFile, openLine] = [name, at];
        add(lines, at, line);
      }
    }
  }
  return fitting(found);
}

function add(lines: Lines, at: number, text: string): void {
  if (at < 1 || lines.characters > MOST_CHARACTERS) return;
  lines.characters += text.length - (lines.texts.get(at)?.length ?? 0);
  lines.texts.set(at, text);
  lines.last = Math.max(lines.last, at);
}

function fitting(found: ReadonlyMap<string, Lines>): MarkedFiles {
  const files: { name: string; text: string }[] = [];
  let room = MOST_CHARACTERS;
  let omitted = 0;
  for (const [name, { texts, characters, last }] of found) {
    if (last === 0) continue;
    if (last > MOST_LINES || characters + last > room) {
      omitted += 1;
      continue;
    }
    room -= characters + last;
    files.push({
      name,
      text: `${Array.from({ length: last }, (_, index) => texts.get(index + 1) ?? '').join('\n')}\n`,
    });
  }
  return { files, omitted };
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    yield text.slice(start, end);
    start = end + 1;
  }
}
