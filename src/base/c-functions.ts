/** A function of a file in C. */
export interface CFunction {
  readonly name: string;
  /** Declarations that stand right before the function, one a line; empty: none. */
  readonly declarations: string;
  /** The definition. */
  readonly text: string;
}

/**
 * Cuts a file in C into its functions, by their names. Blank lines separate the functions, and none
 * has one inside. Comments stand at the beginning of lines, before functions. Anything else in the
 * file is left out.
 */
export function cFunctions(file: string): ReadonlyMap<string, CFunction> {
  const functions = new Map<string, CFunction>();
  for (const part of file.split(BLANK)) {
    const fn = functionOf(part);
    if (fn === null) continue;
    if (functions.has(fn.name)) throw new TypeError(`two functions ${fn.name} in a file`);
    functions.set(fn.name, fn);
  }
  return functions;
}

/** Leaves a function out of a file that is written as {@link cFunctions} says. */
export function withoutFunction(file: string, name: string): string {
  return file
    .split(BLANK)
    .filter((part) => functionOf(part)?.name !== name)
    .join('\n\n');
}

const BLANK = /\n{2,}/;

function functionOf(part: string): CFunction | null {
  const lines = codeLines(part);
  if (lines.at(-1)?.endsWith('}') !== true) return null;
  const start = lines.findIndex((line) => !line.endsWith(';'));
  const text = lines.slice(start).join('\n');
  const name = /\w+(?=\()/.exec(text)?.[0];
  if (name === undefined) throw new TypeError(`no function: ${text}`);
  return { name, declarations: lines.slice(0, start).join('\n'), text };
}

/** The text of a file in C without directives, blank lines and comments at the beginning of lines. */
export function withoutDirectives(file: string): string {
  return codeLines(file).join('\n');
}

/** The text of a file in C without lines that include other files. */
export function withoutIncludes(file: string): string {
  return file.replace(/^#include .*\n/gm, '');
}

function codeLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !/^(#|\/\/)/.test(line));
}
