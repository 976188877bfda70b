import { type Command, Option } from 'commander';
import { SHARE_VARIABLES } from '../compete/nats/share-environment.ts';
import { count, megabytes, seconds } from './arguments.ts';

/** Flags of `lemmata compete`, as commander hands them over. */
export interface CompeteFlags extends QueueFlags {
  readonly output: string;
  readonly name?: string;
  readonly fresh?: boolean;
  readonly timeout?: number;
  readonly cpuTime?: number;
  readonly memory?: number;
  readonly parallel?: number;
  readonly cores?: number;
  readonly property?: string;
  readonly runDefinition?: readonly string[];
  readonly set?: readonly string[];
  readonly expected?: 'true' | 'false' | 'unknown';
  readonly most?: number;
  readonly witnesses?: boolean;
  readonly certificates?: boolean;
  readonly validate?: boolean;
  readonly validator?: string;
  readonly nativeReplay?: boolean;
  readonly against?: string;
  readonly machines: number;
  readonly quiet?: boolean;
}

/** The address of a queue and the credentials for it. */
export interface QueueFlags extends OpeningFlags {
  readonly queue?: string;
}

/** Flags that open a server. */
export interface OpeningFlags {
  readonly creds?: string;
  readonly nkey?: string;
  readonly tlsCa?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

/** Flags of `lemmata work`. */
export interface WorkFlags extends QueueFlags {
  readonly parallel: number;
  readonly cores?: number;
  readonly idle?: number;
  readonly cache?: string;
  readonly quiet?: boolean;
}

const EXIT_CODES = `
Exit codes: 0 every task was run; 10 an answer is wrong or refuted by a check, or something got worse
(--against); 2 input that cannot be read, the other tasks were
run; 1 wrong usage; 6 internal error; 130 interrupted.`;

/** The options of `lemmata compete`. */
export function competeOptions(command: Command): Command {
  const described = command
    .showHelpAfterError('Try lemmata compete --help.')
    .description('run lemmata verify on many tasks under limits, and say what it solved')
    .argument(
      '<input...>',
      'task definitions (.yml), sets of them (.set), benchmark definitions (.xml), programs; names or patterns',
    )
    .option('--output <folder>', 'folder for the results; an interrupted run goes on there', 'lemmata-results')
    .option('--name <name>', 'name of the run in tables (default: that of the folder)')
    .option('--fresh', 'remove the results in the folder first')
    .option('--timeout <seconds>', 'wall-clock limit of each task (default: 60 without other limits of time)', seconds)
    .option('--cpu-time <seconds>', 'limit of the processor time of each task (default: none)', seconds)
    .option('--memory <MB>', 'memory of each task, all processes together (default: none)', megabytes)
    .option('--parallel <n>', 'tasks that run at once', count, 1)
    .option('--cores <n>', 'processors for each task (default: an equal share of all)', count)
    .option('--property <name|file>', 'only this property (unreach-call), or this property file')
    .option(
      '--run-definition <name>',
      'only these of a benchmark definition; patterns with * and ? are allowed; may be repeated',
      repeated,
    )
    .option('--set <name>', 'only tasks of this set; patterns with * and ? are allowed; may be repeated', repeated)
    .addOption(
      new Option('--expected <verdict>', 'only tasks with this expected verdict').choices(['true', 'false', 'unknown']),
    )
    .option('--most <n>', 'at most this number of tasks, evenly chosen', count)
    .option('--witnesses', 'write a witness of each answer')
    .option('--certificates', 'write a certificate of each answer, into a folder for each task; not with --queue')
    .option('--validate', 'check each witness by lemmata validate')
    .option(
      '--validator <command>',
      'check each witness by this command, with {witness}, {property}, {files}, {model} or {bits} in it',
    )
    .option(
      '--native-replay',
      'compile programs that are violated with cc, and run them on the inputs found, without network',
    )
    .option('--against <run>', 'compare with an earlier run: its folder, or its results.jsonl')
    .option('--quiet', 'no progress')
    .option(
      '--queue <nats://host:port>',
      'put the tasks on this NATS JetStream server, for lemmata work on any machine',
    )
    .option(
      '--machines <n>',
      'workers that race on each task of the queue, each with its part of the schedule, and exchange lemmas',
      count,
      1,
    );
  return opening(described).addHelpText(
    'after',
    `
Words after -- are options of every lemmata verify.

Examples:
  lemmata compete 'tasks/*/*.yml' --timeout 60 --parallel 4
  lemmata compete benchmark.xml --run-definition 'proof*' --fresh
  lemmata compete 'tasks/*/*.yml' --validate --native-replay --against last-week
  lemmata compete Loops.set --property unreach-call --output loops -- --portfolio proof
${EXIT_CODES}`,
  );
}

/** The options of `lemmata work`. */
export function workOptions(command: Command): Command {
  const described = command
    .showHelpAfterError('Try lemmata work --help.')
    .description('run tasks of lemmata compete --queue and jobs of lemmata serve --queue, until a signal comes')
    .requiredOption('--queue <nats://host:port>', 'the NATS JetStream server')
    .option('--parallel <n>', 'tasks that run at once', count, 1)
    .option('--cores <n>', 'processors for each task (default: an equal share of all)', count)
    .option('--idle <seconds>', 'end after this time without a task (default: never)', seconds)
    .option('--cache <folder|nats://host:port>', 'keep answers of jobs of servers there, for jobs on the same system')
    .option('--quiet', 'do not report tasks');
  return opening(described).addHelpText(
    'after',
    `
Examples:
  nats-server -js
  lemmata work --queue nats://server --parallel 4
  lemmata work --queue tls://server --creds worker.creds
  lemmata compete 'tasks/*/*.yml' --queue nats://server

Exit codes: 0 no task for --idle seconds, 1 wrong usage, 2 the server cannot be used, 6 internal error, 130 interrupted.`,
  );
}

/** Flags of `lemmata cluster drain`. */
export interface DrainFlags extends QueueFlags {
  readonly all?: boolean;
}

/** Flags of `lemmata cluster status`. */
export interface StatusFlags extends QueueFlags {
  readonly json?: boolean;
}

const QUEUE = ['--queue <nats://host:port>', 'the NATS JetStream server'] as const;

/** The commands of `lemmata cluster`; the functions run them. */
export function clusterCommands(
  command: Command,
  status: (flags: StatusFlags) => Promise<void>,
  drain: (workers: readonly string[], flags: DrainFlags) => Promise<void>,
): Command {
  command
    .showHelpAfterError('Try lemmata cluster --help.')
    .description('show what the workers of a queue do, and end some of them')
    .addHelpText(
      'after',
      '\nExamples:\n  lemmata cluster status --queue nats://server\n  lemmata cluster drain --queue nats://server --all',
    );
  opening(command.command('status'))
    .showHelpAfterError('Try lemmata cluster status --help.')
    .description('show the workers, what each of them runs, and how much waits on the queue')
    .requiredOption(...QUEUE)
    .option('--json', 'write one JSON object (schemas/cluster.schema.json)')
    .addHelpText(
      'after',
      `
Examples:
  lemmata cluster status --queue nats://server
  lemmata cluster status --queue tls://server --creds admin.creds --json

Exit codes: 0 shown, 1 wrong usage, 2 the server cannot be used, 6 internal error.`,
    )
    .action(status);
  opening(command.command('drain'))
    .showHelpAfterError('Try lemmata cluster drain --help.')
    .description('let workers finish their tasks, take no more, and end')
    .argument('[worker...]', 'names of workers, or of machines with all their workers')
    .requiredOption(...QUEUE)
    .option('--all', 'every worker of the queue')
    .addHelpText(
      'after',
      `
Examples:
  lemmata cluster drain --queue nats://server build-7
  lemmata cluster drain --queue nats://server --all

Exit codes: 0 they have agreed, 1 wrong usage, 2 the server cannot be used or a worker is not there, 6 internal error.`,
    )
    .action(drain);
  return command;
}

/** Adds the options that open a server, as NATS has them. */
export function opening(command: Command): Command {
  const { credentials, nkey, tlsCa, tlsCert, tlsKey } = SHARE_VARIABLES;
  return command
    .addOption(new Option('--creds <file>', 'credentials for the server').env(credentials))
    .addOption(new Option('--nkey <file>', 'seed of an NKEY for the server').env(nkey))
    .addOption(new Option('--tls-ca <file>', 'trusted certificates (PEM)').env(tlsCa))
    .addOption(new Option('--tls-cert <file>', 'certificate of this client (PEM)').env(tlsCert))
    .addOption(new Option('--tls-key <file>', 'key of that certificate (PEM)').env(tlsKey));
}

/** The arguments of `lemmata compare`. */
export function compareOptions(command: Command): Command {
  return command
    .showHelpAfterError('Try lemmata compare --help.')
    .description('compare two runs of lemmata compete: what one solved and the other did not')
    .argument('<before>', 'folder of a run, or its results.jsonl')
    .argument('<after>', 'the same of the later run')
    .addHelpText(
      'after',
      `
Example:
  lemmata compare results-before results-now

Exit codes: 0 nothing got worse, 10 something did (a new wrong answer, a task that is not solved any more), 1 wrong usage, 2 no results there.`,
    );
}

/** The arguments of `lemmata table`. */
export function tableOptions(command: Command): Command {
  return command
    .showHelpAfterError('Try lemmata table --help.')
    .description('write one HTML page that shows runs of lemmata compete beside each other')
    .argument('<run...>', 'folders of runs, or their results.jsonl')
    .option('--output <file>', 'file to write', 'table.html')
    .addHelpText('after', '\nExample:\n  lemmata table --output both.html results-before results-now');
}

function repeated(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
