import { Command, CommanderError, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { LemmataError } from '../base/errors.ts';
import { SHARE_VARIABLES } from '../compete/nats/share-environment.ts';
import { ENGINE_NAMES } from '../portfolio/engine-names.ts';
import { count, list, megabytes, natural, seconds, websocketAddress } from './arguments.ts';
import {
  type CompeteFlags,
  compareOptions,
  competeOptions,
  type OpeningFlags,
  opening,
  tableOptions,
  type WorkFlags,
  workOptions,
} from './compete-flags.ts';
import { finish, tolerateClosedPipes } from './output.ts';
import { type ServeFlags, serveOptions } from './serve-flags.ts';

/** What `lemmata verify` was given, as commander hands it over. */
export interface VerifyFlags extends OpeningFlags {
  readonly property?: string;
  readonly dataModel: 'ILP32' | 'LP64';
  readonly timeout?: number;
  readonly memory?: number;
  readonly threads?: number;
  readonly portfolio: string;
  readonly engines?: readonly string[];
  readonly witness?: string;
  readonly sarif?: string;
  readonly stream?: string;
  readonly tokenFile?: string;
  readonly report?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly seed: number;
  readonly include?: readonly string[];
  readonly define?: readonly string[];
  readonly mallocMayFail?: boolean;
  readonly exchange: boolean;
  readonly share?: string;
  readonly minimise: boolean;
  readonly color: boolean;
}

export interface ExportFlags extends Pick<VerifyFlags, 'property' | 'dataModel' | 'include' | 'define' | 'mallocMayFail'> {
  readonly format: 'btor2' | 'chc' | 'json';
  readonly output?: string;
}

export interface RunFlags extends Pick<VerifyFlags, 'dataModel' | 'include' | 'define' | 'mallocMayFail' | 'seed'> {
  readonly inputs?: string;
  readonly steps?: number;
}

export interface ValidateFlags
  extends Pick<VerifyFlags, 'property' | 'dataModel' | 'include' | 'define' | 'timeout' | 'memory' | 'portfolio'> {
  readonly witness: string;
}

const EXIT_CODES = `
Exit codes: 0 TRUE, 10 FALSE, 5 UNKNOWN, 1 wrong usage, 2 input that cannot be read, 6 internal error, 130 interrupted.`;

/** Runs the command line and ends the process with the documented exit code. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  tolerateClosedPipes();
  try {
    const [own, behind] = splitAtDashes(args);
    await buildProgram(behind).parseAsync([...own], { from: 'user' });
  } catch (error) {
    const json = args.includes('--json');
    const { reportError } = await import('./report-error.ts');
    if (!(error instanceof CommanderError)) return finish(reportError(error, { json }));
    if (error.exitCode === 0) return finish(0);
    // Its message is on stderr already.
    const message = error.message.replace(/^error: /, '');
    await finish(reportError(new LemmataError('E-USAGE', message), { json, quiet: true }));
  }
}

/** What stands behind `--` in `lemmata compete ... -- ...` is for `lemmata verify`; elsewhere `--` is commander's. */
function splitAtDashes(args: readonly string[]): readonly [readonly string[], readonly string[]] {
  const dashes = args[0] === 'compete' ? args.indexOf('--') : -1;
  return dashes < 0 ? [args, []] : [args.slice(0, dashes), args.slice(dashes + 1)];
}

/** `behind`: options for `lemmata verify`. */
function buildProgram(behind: readonly string[]): Command {
  const program = new Command('lemmata')
    .description(packageJson.description)
    .version(packageJson.version)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`lemmata: ${text}`) })
    .showHelpAfterError('Try lemmata --help.')
    .addHelpText('after', `\nExamples:\n  lemmata verify examples/odd.c\n  lemmata run examples/checksum.c\n${EXIT_CODES}`);

  opening(sourceOptions(program.command('verify')))
    .showHelpAfterError('Try lemmata verify --help.')
    .description('prove that no run calls the error function, or find one that does')
    .argument('<file...>', 'C files (.c, .i), verified as one program, or one .btor2 model')
    .option('--property <file>', 'SV-COMP property file (default: no run calls reach_error)')
    .option('--timeout <seconds>', 'wall-clock limit (default: none)', seconds)
    .option('--memory <MB>', 'memory of the whole process (default: 75 % of the machine, at most 8192)', megabytes)
    .option('--threads <n>', 'engines that run at once (default: number of cores, at least 4)', count)
    .option('--portfolio <name|file>', 'set of engines: default, quick, proof, bugs, svcomp, or a JSON file', 'default')
    .option('--engines <a,b>', `only these engines, all at once: ${ENGINE_NAMES.join(', ')}`, list)
    .option('--no-exchange', 'engines do not tell each other what they find')
    .addOption(
      new Option('--share <nats://host:port>', 'exchange lemmas over this NATS server with machines that verify the same').env(
        SHARE_VARIABLES.servers,
      ),
    )
    .option('--witness <file>', 'write a witness: SV-COMP (format 2.0) for C, BTOR2 for FALSE of a hardware model')
    .option('--sarif <file>', 'write the verdict, and the run that violates the property, as SARIF 2.1.0 for code scanners')
    .option('--report <file>', 'write one HTML file that shows the race, the verdict and its reasons, without network')
    .option('--stream <ws://...>', 'send the events of the race to a websocket, as lemmata serve sends them', websocketAddress)
    .option('--token-file <file>', 'with the token that opens the websocket of --stream (default: LEMMATA_TOKEN)')
    .option('--json', 'write one JSON object on stdout instead of the verdict line')
    .option('--no-minimise', 'show invariants as they were proved, not their smallest part')
    .option('--quiet', 'write nothing but the verdict')
    .option('--verbose', 'show what the engines do, whole runs and invariants')
    .option('--seed <n>', 'vary the search', natural, 0)
    .option('--no-color', 'no colours (as the environment variable NO_COLOR)')
    .addHelpText(
      'after',
      `
Examples:
  lemmata verify prog.c
  lemmata verify --property unreach-call.prp --data-model ILP32 --timeout 60 a.c b.c
  lemmata verify --engines kind --verbose --witness proof.yml prog.c
  lemmata verify --json counter.btor2
  lemmata verify --share nats://server --seed 1 prog.c
  lemmata verify --sarif results.sarif src/controller.c
  lemmata verify --report report.html prog.c
  LEMMATA_TOKEN=... lemmata verify --stream ws://localhost:8123/api/races prog.c
${EXIT_CODES}`,
    )
    .action(async (files: string[], flags: VerifyFlags) => {
      const { verifyCommand } = await import('./verify-command.ts');
      await finish(await verifyCommand(files, flags));
    });

  sourceOptions(program.command('run'))
    .showHelpAfterError('Try lemmata run --help.')
    .description('run a program in the interpreter: prints what it prints, exits as it exits')
    .argument('<file...>', 'C files (.c, .i)')
    .option('--inputs <file>', 'values for __VERIFIER_nondet_*, one a line; 0 after the last')
    .option('--steps <n>', 'stop after so many steps', count)
    .option('--seed <n>', 'seed of the random inputs', natural, 0)
    .addHelpText('after', '\nExamples:\n  lemmata run prog.c\n  lemmata run --seed 7 prog.c')
    .action(async (files: string[], flags: RunFlags) => {
      const { runCommand } = await import('./run-command.ts');
      await finish(await runCommand(files, flags));
    });

  sourceOptions(program.command('export'))
    .showHelpAfterError('Try lemmata export --help.')
    .description('write the transition system that the engines work on')
    .argument('<file...>', 'C files (.c, .i) or one .btor2 model')
    .addOption(
      new Option('--format <format>', 'BTOR2, constrained Horn clauses (SMT-LIB), or JSON')
        .choices(['btor2', 'chc', 'json'])
        .default('btor2'),
    )
    .option('--property <file>', 'SV-COMP property file (default: no run calls reach_error)')
    .option('--output <file>', 'write there instead of stdout')
    .addHelpText(
      'after',
      '\nExamples:\n  lemmata export --format btor2 prog.c > prog.btor2\n  lemmata export --format chc --output prog.smt2 prog.c',
    )
    .action(async (files: string[], flags: ExportFlags) => {
      const { exportCommand } = await import('./export-command.ts');
      await finish(await exportCommand(files, flags));
    });

  program
    .command('engines')
    .showHelpAfterError('Try lemmata engines --help.')
    .description('list the engines and the options that portfolio files may give them, with defaults')
    .argument('[name...]', 'only these')
    .action(async (names: string[]) => {
      const { enginesCommand } = await import('./engines-command.ts');
      await finish(await enginesCommand(names));
    });

  sourceOptions(program.command('validate'))
    .showHelpAfterError('Try lemmata validate --help.')
    .description('check a witness: follow its violation in the interpreter, or prove its invariants with the program')
    .argument('<file...>', 'C files (.c, .i)')
    .requiredOption('--witness <file>', 'SV-COMP witness (format 2.x)')
    .option('--property <file>', 'SV-COMP property file (default: no run calls reach_error)')
    .option('--timeout <seconds>', 'wall-clock limit of a proof (default: none)', seconds)
    .option('--memory <MB>', 'memory of a proof', megabytes)
    .option('--portfolio <name|file>', 'set of engines of a proof', 'default')
    .addHelpText(
      'after',
      '\nExample:\n  lemmata validate --witness proof.yml prog.c\n\nExit codes: 0 confirmed, 10 refuted, 5 neither, 1 wrong usage, 2 no witness of these files, 6 internal error.',
    )
    .action(async (files: string[], flags: ValidateFlags) => {
      const { validateCommand } = await import('./validate-command.ts');
      await finish(await validateCommand(files, flags));
    });

  competeOptions(program.command('compete')).action(async (inputs: string[], flags: CompeteFlags) => {
    const { competeCommand } = await import('./compete-command.ts');
    await finish(await competeCommand(inputs, behind, flags));
  });

  workOptions(program.command('work')).action(async (flags: WorkFlags) => {
    const { workCommand } = await import('./compete-command.ts');
    await finish(await workCommand(flags));
  });

  compareOptions(program.command('compare')).action(async (before: string, after: string) => {
    const { compareCommand } = await import('./compete-command.ts');
    await finish(await compareCommand(before, after));
  });

  tableOptions(program.command('table')).action(async (runs: string[], { output }: { readonly output: string }) => {
    const { tableCommand } = await import('./compete-command.ts');
    await finish(await tableCommand(runs, output));
  });

  serveOptions(program.command('serve')).action(async (flags: ServeFlags) => {
    const { serveCommand } = await import('./serve-command.ts');
    await finish(await serveCommand(flags));
  });

  return program;
}

function sourceOptions(command: Command): Command {
  return command
    .addOption(new Option('--data-model <model>', 'width of long and pointers').choices(['ILP32', 'LP64']).default('LP64'))
    .option('--include <folder>', 'folder for #include; may be repeated', repeated)
    .option('--define <name[=value]>', 'preprocessor macro; may be repeated', repeated)
    .option('--malloc-may-fail', 'malloc, calloc, realloc, strdup ... may return a null pointer (default: they do not)');
}

function repeated(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
