import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Position, Range } from 'vscode-languageserver/node';
import type { SourceLocation } from '../../base/source.ts';

/** The path of a document; null for documents that are no files, such as `untitled:`. */
export function pathOf(uri: string): string | null {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : null;
  } catch {
    return null;
  }
}

/** Translates places of the verifier into those of the protocol, for one verification. */
export class Places {
  readonly #texts = new Map<string, readonly string[]>();

  /**
   * `names`: documents by the names under which the verifier has their texts. `folder`: the folder that
   * other relative names are in. `textOf`: the text of an open document; null for others.
   */
  constructor(
    private readonly names: ReadonlyMap<string, string>,
    private readonly folder: string,
    private readonly textOf: (uri: string) => string | null,
  ) {}

  /** The address of the file that a place is in. */
  uri({ file }: SourceLocation): string {
    return this.names.get(file) ?? pathToFileURL(isAbsolute(file) ? file : resolve(this.folder, file)).href;
  }

  position({ line, column }: SourceLocation): Position {
    return { line: Math.max(0, line - 1), character: Math.max(0, column - 1) };
  }

  /** The word or the character at a place. */
  range(at: SourceLocation): Range {
    const start = this.position(at);
    const word = /^\w+/.exec(this.#line(at).slice(start.character))?.[0] ?? ' ';
    return { start, end: { line: start.line, character: start.character + word.length } };
  }

  /** The end of the line that a place is in. */
  lineEnd(at: SourceLocation): Position {
    const { line, character } = this.position(at);
    return { line, character: Math.max(character, this.#line(at).length) };
  }

  /** The line of an open document; empty if the document is not open. */
  #line(at: SourceLocation): string {
    const uri = this.uri(at);
    const lines = this.#texts.get(uri) ?? (this.textOf(uri) ?? '').split(/\r?\n/);
    this.#texts.set(uri, lines);
    return lines[at.line - 1] ?? '';
  }
}

/** The place of a function's name in its definition. */
interface FunctionPlace {
  readonly name: string;
  /** Offset of the name in the text. */
  readonly offset: number;
}

/** Comments, literals and lines of the preprocessor; names; the punctuation that ends or nests something. */
const TOKENS =
  /\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|\/\/[^\n]*|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|^[ \t]*#(?:\\\r?\n|[^\n])*|[A-Za-z_$][\w$]*|[{}()[\];=]/gm;

/** Names before a parenthesis that declare no function. */
const NO_FUNCTIONS = new Set([
  '__attribute__',
  '__attribute',
  '__declspec',
  '__asm__',
  'asm',
  '_Alignas',
  '__typeof__',
  'typeof',
]);

/**
 * Finds the definitions of functions in a text that is not preprocessed and may be wrong. It reads
 * tokens alone, in linear time; definitions in the old style are left out.
 */
export function functionsIn(text: string): readonly FunctionPlace[] {
  const found: FunctionPlace[] = [];
  let braces = 0;
  let parentheses = 0;
  /** The first name of this declaration that a parenthesis follows. */
  let candidate: FunctionPlace | null = null;
  let name: FunctionPlace | null = null;
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (/^(?:\/[/*]|["']|[ \t]*#)/.test(token)) continue;
    const before: FunctionPlace | null = name;
    name = /^[A-Za-z_$]/.test(token) ? { name: token, offset: index } : null;
    if (token === '{') {
      if (braces === 0 && parentheses === 0 && candidate !== null) found.push(candidate);
      braces += 1;
      candidate = null;
    } else if (token === '}') {
      braces = Math.max(0, braces - 1);
      candidate = null;
    } else if (braces > 0) continue;
    else if (token === '(') {
      if (parentheses === 0 && before !== null && !NO_FUNCTIONS.has(before.name)) candidate ??= before;
      parentheses += 1;
    } else if (token === ')') parentheses = Math.max(0, parentheses - 1);
    else if (parentheses === 0 && (token === ';' || token === '=')) candidate = null;
  }
  return found;
}
