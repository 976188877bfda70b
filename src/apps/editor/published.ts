import type { Diagnostic } from 'vscode-languageserver/node';
import type { PlacedDiagnostic } from './findings.ts';

/**
 * The diagnostics that the editor shows. A verification of one document may report places in others,
 * so that several documents contribute to the diagnostics of one.
 */
export class Published {
  /** Diagnostics by the verified document, then by the document that they are in. */
  readonly #found = new Map<string, Map<string, Diagnostic[]>>();

  /** `send` shows all diagnostics of a document in place of the earlier ones. */
  constructor(private readonly send: (uri: string, diagnostics: Diagnostic[]) => void) {}

  /** Replaces what the verification of `owner` reported. */
  replace(owner: string, diagnostics: readonly PlacedDiagnostic[]): void {
    const before = this.#found.get(owner) ?? new Map<string, Diagnostic[]>();
    const after = new Map<string, Diagnostic[]>();
    for (const { uri, diagnostic } of diagnostics) after.set(uri, [...(after.get(uri) ?? []), diagnostic]);
    if (after.size > 0) this.#found.set(owner, after);
    else this.#found.delete(owner);
    for (const uri of new Set([owner, ...before.keys(), ...after.keys()])) this.send(uri, this.#in(uri));
  }

  #in(uri: string): Diagnostic[] {
    return [...this.#found.values()].flatMap((byDocument) => byDocument.get(uri) ?? []);
  }
}
