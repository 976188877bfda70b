import { fileURLToPath } from 'node:url';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { serveEditor } from '../editor/server.ts';

/**
 * `lemmata lsp`: serves an editor over stdin and stdout, in the Language Server Protocol. Each
 * verification has a process of its own. This one ends
 * with the connection: 0 after a request to shut down, else 1.
 */
export async function lspCommand(): Promise<never> {
  const script = fileURLToPath(new URL('lsp-child.cjs', import.meta.url));
  serveEditor(createConnection(ProposedFeatures.all, process.stdin, process.stdout), script);
  return new Promise<never>(() => {});
}
