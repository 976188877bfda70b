import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { serveEditor } from '../editor/server.ts';

/**
 * `lemmata lsp`: serves an editor over stdin and stdout, in the Language Server Protocol. The process ends
 * with the connection: 0 after a request to shut down, else 1.
 */
export async function lspCommand(): Promise<never> {
  const library = await import('../index.ts');
  serveEditor(createConnection(ProposedFeatures.all, process.stdin, process.stdout), library);
  return new Promise<never>(() => {});
}
