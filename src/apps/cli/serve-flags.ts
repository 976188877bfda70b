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
  readonly shareLinks?: boolean;
  readonly cache?: string;
  readonly timeout?: number;
  readonly memory?: number;
}

/** The options of `lemmata serve`. */
export function serveOptions(command: Command): Command {
  return opening(command)
    .showHelpAfterError('Try lemmata serve --help.')
    .description('start a server with a page on which programs are verified, and the race can be watched')
    .option('--host <address>', 'address to listen on; any but this machine requires a token of your own', '127.0.0.1')
    .option('--port <n>', 'port to listen on; 0: any free one', natural, 8123)
    .option(
      '--name <host[:port]>',
      'further names of the server, for example behind a proxy; may be repeated',
      repeated,
    )
    .option(
      '--token-file <file>',
      'file with the secret of at least 16 characters that clients show (default: LEMMATA_TOKEN, or a random one)',
    )
    .option('--data <folder>', 'folder for the jobs (default: lemmata in $XDG_STATE_HOME or ~/.local/state)')
    .option('--jobs <n>', 'jobs that run at once (default: 1; with --queue 64, as far as there are workers)', count)
    .option('--queue <nats://host:port>', 'NATS JetStream server that hands the jobs to lemmata work on any machine')
    .option(
      '--receive <n>',
      'most races that run elsewhere (lemmata verify --stream) and are shown here at once',
      natural,
      0,
    )
    .option('--share-links', 'let jobs be shared by links that show one job, to anybody, and can be revoked')
    .option('--cache <folder|nats://host:port>', 'keep answers of jobs there, for jobs on the same system')
    .option('--timeout <seconds>', 'longest time of a job', seconds)
    .option('--memory <MB>', 'most memory of a job', megabytes)
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
