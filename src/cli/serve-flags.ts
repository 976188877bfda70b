import type { Command } from 'commander';
import { count, megabytes, natural, seconds } from './arguments.ts';
import { opening, type QueueFlags } from './compete-flags.ts';

/** Flags of `lemmata serve`, as commander hands them over. */
export interface ServeFlags extends QueueFlags {
  readonly host: string;
  readonly port: number;
  readonly name?: readonly string[];
  readonly tokenFile?: string;
  readonly data?: string;
  readonly jobs?: number;
  readonly receive: number;
  readonly cache?: string;
  readonly timeout?: number;
  readonly memory?: number;
}

/** The options of `lemmata serve`. */
export function serveOptions(command: Command): Command {
  return opening(command)
    .showHelpAfterError('Try lemmata serve --help.')
    .description('start a server with a page on which programs are verified, and the race can be watched')
    .option('--host <address>', 'to listen on; other than this machine needs a token of yours', '127.0.0.1')
    .option('--port <n>', '0: any that is free', natural, 8123)
    .option('--name <host[:port]>', 'further names of the server, as behind a proxy; may be repeated', repeated)
    .option('--token-file <file>', 'a secret of 16 characters or more, for clients to show (default: a new one; or LEMMATA_TOKEN)')
    .option('--data <folder>', 'for the jobs (default: lemmata in $XDG_STATE_HOME or ~/.local/state)')
    .option('--jobs <n>', 'that run at a time (default: 1; with --queue 64, as far as there are workers)', count)
    .option('--queue <nats://host:port>', 'hand the jobs to lemmata work on any machine, by this NATS JetStream server')
    .option('--receive <n>', 'races that run elsewhere (lemmata verify --stream) and may be watched here, at a time', natural, 0)
    .option('--cache <folder|nats://host:port>', 'keep answers of jobs there, for jobs on the same system')
    .option('--timeout <seconds>', 'of a job, at most', seconds)
    .option('--memory <MB>', 'of a job, at most', megabytes)
    .addHelpText(
      'after',
      `
Examples:
  lemmata serve
  lemmata serve --port 9000 --jobs 2 --timeout 60
  LEMMATA_TOKEN=... lemmata serve --receive 8
  lemmata serve --queue nats://server
  LEMMATA_TOKEN=... lemmata serve --host 0.0.0.0 --name verify.example.org

Exit codes: 0 ended by a signal, 1 wrong usage or an address in use, 2 the queue cannot be used, 6 internal error.`,
    );
}

function repeated(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
