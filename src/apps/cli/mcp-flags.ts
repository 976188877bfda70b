import type { Command } from 'commander';
import { count, megabytes, natural, seconds } from './arguments.ts';

/** Flags of `lemmata mcp`. */
export interface McpFlags {
  readonly jobs: number;
  readonly waiting: number;
  readonly timeout: number;
  readonly memory?: number;
  readonly threads?: number;
}

/** The options of `lemmata mcp`. */
export function mcpOptions(command: Command): Command {
  return command
    .showHelpAfterError('Try lemmata mcp --help.')
    .description('serve an agent on stdin and stdout, in the Model Context Protocol')
    .option('--jobs <n>', 'requests that run at once', count, 2)
    .option('--waiting <n>', 'requests that may wait for their turn; beyond, they are refused', natural, 100)
    .option('--timeout <seconds>', 'longest time of a request', seconds, 300)
    .option('--memory <MB>', 'memory of a request', megabytes)
    .option('--threads <n>', 'engines of a request that run at once', count)
    .addHelpText(
      'after',
      `
Examples:
  lemmata mcp
  lemmata mcp --jobs 1 --timeout 60

Exit codes: 0 ended by the agent or by a signal, 1 wrong usage, 6 internal error.`,
    );
}
