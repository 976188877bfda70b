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
