import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { ZodError } from 'zod';
import { messageOf } from '../../base/errors.ts';
import { Session, type SessionLimits } from './session.ts';
import { registerTools } from './tools.ts';

/** Surroundings of a server for agents. */
export interface ServeAgentsOptions {
  /** The version that clients see. */
  readonly version: string;
  /** The entry of the command line, which answers the requests. */
  readonly script: string;
  readonly limits: SessionLimits;
  /** The first word that requests may not add to a command line; null: none. */
  readonly refused: (words: readonly string[]) => string | null;
}

const INSTRUCTIONS = `Lemmata verifies C programs. verify and check answer TRUE with a certified proof, FALSE with a run that was replayed, or UNKNOWN.
After UNKNOWN, explain tells why, and which condition an open check lacks. Propose such a condition in hints, and ask again: hints are tried, and never trusted.
Resources have the whole runs and invariants.`;

/**
 * Serves an agent on stdin and stdout, in the Model Context Protocol. Resolves when the client has closed
 * the input, or `signal` aborts, and nothing is left running.
 */
export async function serveAgents(
  { version, script, limits, refused }: ServeAgentsOptions,
  signal: AbortSignal,
): Promise<void> {
  const session = new Session(script, limits);
  const handle = serveStdio(
    () => {
      const server = new McpServer({ name: 'lemmata', version }, { instructions: INSTRUCTIONS });
      registerTools(server, session, refused);
      registerResources(server, session);
      return server;
    },
    { onerror: (error) => process.stderr.write(`lemmata: ${wrongMessage(error)}\n`) },
  );
  await new Promise<void>((resolve) => {
    for (const event of ['end', 'close'] as const) process.stdin.once(event, resolve);
    // A client that is gone reads no answer.
    process.stdout.once('error', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await session.close();
  await handle.close();
}

/** The error of a message, in one line. */
function wrongMessage(error: Error): string {
  return error instanceof ZodError ? 'a message that is none of the protocol was ignored' : messageOf(error);
}

/** Registers what the answers of the session leave out: whole results, runs and invariants. */
function registerResources(server: McpServer, { answers }: Session): void {
  server.registerResource(
    'answers',
    new ResourceTemplate('lemmata://answers/{answer}/{part}', {
      list: () => ({
        resources: answers.parts().map(({ uri, title }) => ({ uri, name: uri, title, mimeType: typeOf(uri) })),
      }),
    }),
    { title: 'Results, runs and invariants', description: 'The parts of the answers that this session has given' },
    (uri, { answer, part }) => ({
      contents: [{ uri: uri.href, mimeType: typeOf(uri.href), text: answers.read(String(answer), String(part)) }],
    }),
  );
}

function typeOf(uri: string): string {
  return uri.endsWith('/result') ? 'application/json' : 'text/plain';
}
