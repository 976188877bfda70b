import { fileURLToPath } from 'node:url';
import packageJson from '../../../package.json' with { type: 'json' };
import { serveAgents } from '../agents/server.ts';
import type { McpFlags } from './mcp-flags.ts';
import { optionOfWorker } from './own-options.ts';

/** `lemmata mcp`: serves an agent on stdin and stdout. Resolves to the exit code when the client is gone, or a signal came. */
export async function mcpCommand({ jobs, waiting, timeout, memory, threads }: McpFlags): Promise<number> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort());
  const limits = { jobs, waiting, seconds: timeout, megabytes: memory ?? null, threads: threads ?? null };
  const script = fileURLToPath(new URL('../cli.js', import.meta.url));
  await serveAgents({ version: packageJson.version, script, limits, refused: optionOfWorker }, stop.signal);
  return 0;
}
