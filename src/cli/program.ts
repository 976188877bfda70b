import { Argument, Command, CommanderError, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { LemmataError } from '../base/errors.ts';
import { CHECK_KINDS, DEFAULT_CHECKS, PLACED_CHECKS } from '../cfa/checks/kinds.ts';
import { EXTERNAL_READINGS } from '../cfa/externals.ts';
import { SHARE_VARIABLES } from '../compete/nats/share-environment.ts';
import { ENGINE_NAMES } from '../portfolio/contestants/engine-names.ts';
import {
  argumentBounds,
  checkKinds,
  count,
  list,
  machine,
  megabytes,
  natural,
  placedKinds,
  reading,
  seconds,
  websocketAddress,
} from './arguments.ts';
import { flagsOfCheck } from './check-flags.ts';
import {
  type CompeteFlags,
  clusterCommands,
  compareOptions,
  competeOptions,
  opening,
  tableOptions,
  type WorkFlags,
  workOptions,
} from './compete-flags.ts';
import { SHELLS, type Shell } from './completion/shells.ts';
import type { CheckFlags, ExportFlags, RunFlags, ValidateFlags, VerifyFlags } from './flags.ts';
import { finish, tolerateClosedPipes } from './output.ts';
import { type ServeFlags, serveOptions } from './serve-flags.ts';

const EXIT_CODES = `
Exit codes: 0 TRUE, 10 FALSE, 5 UNKNOWN, 1 wrong usage, 2 input that cannot be read, 6 internal error, 130 interrupted.`;

/** Runs the command line and ends the process with the documented exit code. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  tolerateClosedPipes();
  try {
    const [own, behind] = splitAtDashes(compilerWords(args));
    await buildProgram(behind).parseAsync([...own], { from: 'user' });
  } catch (error) {
    const json = args.includes('--json');
    const { reportError } = await import('./report-error.ts');
    if (!(error instanceof CommanderError)) return finish(reportError(error, { json }));
    if (error.exitCode === 0) return finish(0);
    // commander has printed its message on stderr already.
    const message = error.message.replace(/^error: /, '');
    await finish(reportError(new LemmataError('E-USAGE', message), { json, quiet: true }));
  }
}

/** Rewrites options in the compilers' form, with one dash. Words after `--` stay unchanged. */
function compilerWords(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return args.map((word, index) => {
    if (end >= 0 && index > end) return word;
    if (word === '-include') return '--include-file';
    if (word === '-isystem') return '--system-include';
    return word.startsWith('-std=') ? `-${word}` : word;
  });
}

/**
 * Splits the words at `--`. The words after it are for `lemmata verify` in `lemmata compete`, and for
 * the program in `lemmata run`. Other commands leave `--` to commander.
 */
function splitAtDashes(args: readonly string[]): readonly [readonly string[], readonly string[]] {
  const dashes = args[0] === 'compete' || args[0] === 'run' ? args.indexOf('--') : -1;
  return dashes < 0 ? [args, []] : [args.slice(0, dashes), args.slice(dashes + 1)];
}

/** Builds the command line's parser. `behind`: words after `--`. */
export function buildProgram(behind: readonly string[] = []): Command {
  const program = new Command('lemmata')
    .description(packageJson.description)
    .version(packageJson.version)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`lemmata: ${text}`) })
    .showHelpAfterError('Try lemmata --help.')
    .addHelpText(
      'after',
      `\nExamples:\n  lemmata verify examples/odd.c\n  lemmata run examples/checksum.c\n${EXIT_CODES}`,
    );

  raceOptions(
    opening(entryOptions(externalOptions(sourceOptions(program.command('verify')))))
      .showHelpAfterError('Try lemmata verify --help.')
      .description('prove that no assertion fails and no error function is called, or find a run where that happens')
      .argument('[file...]', 'C files (.c, .i), verified as one program, or one .btor2 model; - is the standard input')
      .addOption(PROPERTY)
      .addOption(ERROR_FUNCTION)
      .addOption(CHECK)
      .addOption(STRICT)
      .addOption(LENIENT)
      .addOption(ARGUMENTS),
  )
    .option('--witness <file>', 'write a witness: SV-COMP (format 2.0) for C, BTOR2 for FALSE of a hardware model')
    .addHelpText(
      'after',
      `
Examples:
  lemmata verify prog.c
  lemmata verify -I include -D NDEBUG=0 -std=c11 prog.c
  lemmata verify --compile-commands build/compile_commands.json src/parser.c harness.c
  lemmata verify --error-function abort --error-function panic prog.c
  lemmata verify --property unreach-call.prp --data-model ILP32 --timeout 60 a.c b.c
  lemmata verify --engines kind --verbose --witness proof.yml prog.c
  lemmata verify --json counter.btor2
  lemmata verify --share nats://server --machine 2/4 prog.c
  lemmata verify --cache ~/.cache/lemmata prog.c
  lemmata verify --sarif results.sarif src/controller.c
  lemmata verify --report report.html prog.c
  lemmata verify --test run.c prog.c
  LEMMATA_TOKEN=... lemmata verify --stream ws://localhost:8123/api/races prog.c
${EXIT_CODES}`,
    )
    .action(async (files: string[], flags: VerifyFlags) => {
      const { verifyCommand } = await import('./verify-command.ts');
      await finish(await verifyCommand(files, flags));
    });

  raceOptions(
    opening(entryOptions(externalOptions(sourceOptions(program.command('check')))))
      .showHelpAfterError('Try lemmata check --help.')
      .description(
        'find all faults of a program: failing assertions, overflows, divisions by zero and others, each with a run',
      )
      .argument('[file...]', 'C files (.c, .i), checked as one program')
      .addOption(CHECKS_OPTION)
      .addOption(NO_CHECK)
      .addOption(STRICT)
      .addOption(LENIENT)
      .option('--first', 'end at the first fault')
      .addOption(ERROR_FUNCTION)
      .addOption(ARGUMENTS),
  )
    .addHelpText(
      'after',
      `
Examples:
  lemmata check prog.c
  lemmata check --check overflow,division --timeout 60 prog.c
  lemmata check --no-check assertion --sarif results.sarif src/controller.c
  lemmata check --entry parse --json parser.c

Exit codes: 0 all proved, 10 a fault found, 5 some open, 1 wrong usage, 2 input that cannot be read, 6 internal error, 130 interrupted.`,
    )
    .action(async (files: string[], flags: CheckFlags) => {
      const { verifyCommand } = await import('./verify-command.ts');
      await finish(await verifyCommand(files, flagsOfCheck(flags)));
    });

  sourceOptions(program.command('run'))
    .showHelpAfterError('Try lemmata run --help.')
    .description('run a program in the interpreter: prints what it prints, exits as it exits')
    .usage('[options] [file...] [-- arguments of the program]')
    .argument('[file...]', 'C files (.c, .i)')
    .option('--inputs <file>', 'values for __VERIFIER_nondet_*, one a line; 0 after the last')
    .option('--steps <n>', 'stop after this number of steps', count)
    .option('--seed <n>', 'seed of the random inputs', natural, 0)
    .addHelpText(
      'after',
      '\nExamples:\n  lemmata run prog.c\n  lemmata run --seed 7 prog.c\n  lemmata run prog.c -- --verbose input.txt',
    )
    .action(async (files: string[], flags: RunFlags) => {
      const { runCommand } = await import('./run-command.ts');
      await finish(await runCommand(files, flags, behind));
    });

  entryOptions(externalOptions(sourceOptions(program.command('export'))))
    .showHelpAfterError('Try lemmata export --help.')
    .description('write the transition system that the engines work on')
    .argument('[file...]', 'C files (.c, .i) or one .btor2 model')
    .addOption(
      new Option('--format <format>', 'BTOR2, constrained Horn clauses (SMT-LIB), or JSON')
        .choices(['btor2', 'chc', 'json'])
        .default('btor2'),
    )
    .addOption(PROPERTY)
    .addOption(ERROR_FUNCTION)
    .addOption(CHECK)
    .addOption(STRICT)
    .addOption(LENIENT)
    .addOption(ARGUMENTS)
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
    .argument('[engine...]', 'only these')
    .action(async (names: string[]) => {
      const { enginesCommand } = await import('./engines-command.ts');
      await finish(await enginesCommand(names));
    });

  externalOptions(sourceOptions(program.command('validate')))
    .showHelpAfterError('Try lemmata validate --help.')
    .description('check a witness: follow its violation, or prove its invariants with the program')
    .argument('[file...]', 'C files (.c, .i)')
    .requiredOption('--witness <file>', 'SV-COMP witness (format 2.x)')
    .addOption(PROPERTY)
    .addOption(ERROR_FUNCTION)
    .option('--timeout <seconds>', 'wall-clock limit of a proof (default: none)', seconds)
    .option('--memory <MB>', 'memory of a proof', megabytes)
    .option('--portfolio <set|file>', 'set of engines of a proof', 'default')
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

  clusterCommands(
    program.command('cluster'),
    async (flags) => {
      const { clusterStatusCommand } = await import('./compete-command.ts');
      await finish(await clusterStatusCommand(flags));
    },
    async (workers, flags) => {
      const { clusterDrainCommand } = await import('./compete-command.ts');
      await finish(await clusterDrainCommand(workers, flags));
    },
  );

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

  program
    .command('lsp')
    .showHelpAfterError('Try lemmata lsp --help.')
    .description('serve an editor on stdin and stdout, in the Language Server Protocol')
    .option('--stdio', 'use stdin and stdout; the only way, which some editors ask for')
    .addHelpText(
      'after',
      '\nExample:\n  lemmata lsp\n\nExit codes: 0 ended by the editor, 1 the editor went away or wrong usage, 6 internal error.',
    )
    .action(async () => {
      const { lspCommand } = await import('./lsp-command.ts');
      await lspCommand();
    });

  program
    .command('completion')
    .showHelpAfterError('Try lemmata completion --help.')
    .description('print a script that completes commands, options and values in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText(
      'after',
      `
Examples:
  eval "$(lemmata completion bash)"
  eval "$(lemmata completion zsh)"
  lemmata completion fish | source`,
    )
    .action(async (shell: Shell) => {
      const { completionCommand } = await import('./completion-command.ts');
      await finish(await completionCommand(program, shell));
    });

  return program;
}

const PROPERTY = new Option(
  '--property <file>',
  'SV-COMP property file (default: no assertion fails, and reach_error is not called)',
);
const ARGUMENTS = new Option(
  '--arguments <NxB>',
  'search runs with at most N arguments of B bytes, and variables of the environment of B bytes; proofs hold for any (default: 4x16)',
).argParser(argumentBounds);
const ERROR_FUNCTION = new Option(
  '--error-function <name>',
  'without --property: calls of this function are errors, too (abort, for example); may be repeated',
).argParser(repeated);

const CHECK = new Option(
  '--check <kinds>',
  `ask instead whether a run meets one of these faults: ${CHECK_KINDS.join(', ')}, or all`,
).argParser(checkKinds);

const CHECKS_OPTION = new Option(
  '--check <kinds>',
  `what to look for: ${PLACED_CHECKS.join(', ')}, or all (default: ${DEFAULT_CHECKS.join(', ')})`,
).argParser(placedKinds);
const STRICT = new Option(
  '--strict <kinds>',
  'contested cases of these checks are faults (default: they end a proof, and are no alarm)',
).argParser(checkKinds);
const LENIENT = new Option('--lenient <kinds>', 'contested cases of these checks are no faults').argParser(checkKinds);
// It is no negation of --check, but has a value of its own.
const NO_CHECK = Object.assign(new Option('--no-check <kinds>', 'what not to look for').argParser(placedKinds), {
  negate: false,
});

/** Options of commands that race engines. */
function raceOptions(command: Command): Command {
  return command
    .option('--timeout <seconds>', 'wall-clock limit (default: none)', seconds)
    .option('--memory <MB>', 'memory of the whole process (default: 75 % of the machine, at most 8192)', megabytes)
    .option('--threads <n>', 'engines that run at once (default: number of cores)', count)
    .option('--portfolio <set|file>', 'set of engines: default, quick, proof, bugs, svcomp, or a JSON file', 'default')
    .option('--engines <a,b>', `only these engines, in equal slices: ${ENGINE_NAMES.join(', ')}`, list)
    .option('--exchange', 'engines exchange lemmas (default: on several cores, and with --share)')
    .option('--no-exchange', 'engines do not exchange lemmas')
    .addOption(
      new Option(
        '--share <nats://host:port>',
        'exchange lemmas over this NATS server with machines that verify the same',
      ).env(SHARE_VARIABLES.servers),
    )
    .option(
      '--machine <k/n>',
      'the k-th of n machines that verify the same: begins with other engines than they do',
      machine,
    )
    .option(
      '--cache <folder|nats://host:port>',
      'keep answers there; an answer of the same system is checked again and reported at once',
    )
    .option(
      '--sarif <file>',
      'write the verdict, and the run that violates the property, as SARIF 2.1.0 for code scanners',
    )
    .option('--test <file>', 'write a C file that takes the program to the error of a FALSE, to be compiled with it')
    .option(
      '--native-replay',
      'compile a program that is violated under sanitisers with cc, and run it on the inputs found, without network',
    )
    .option('--report <file>', 'write one HTML file that shows the race, the verdict and its reasons, without network')
    .option(
      '--stream <ws://...>',
      'send the events of the race to a websocket, as lemmata serve sends them',
      websocketAddress,
    )
    .option('--token-file <file>', 'file with the token that opens the websocket of --stream (default: LEMMATA_TOKEN)')
    .option('--json', 'write one JSON object on stdout instead of the verdict line')
    .option('--no-minimise', 'show invariants as they were proved, not their smallest part')
    .option('--quiet', 'write nothing but the verdict')
    .option('--verbose', 'show what the engines do, whole runs and invariants')
    .option('--seed <n>', 'vary the search', natural, 0)
    .option('--no-color', 'no colours (as the environment variable NO_COLOR)');
}

function sourceOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--data-model <model>', 'width of long and pointers').choices(['ILP32', 'LP64']).default('LP64'),
    )
    .option('-I, --include <folder>', 'folder for #include; may be repeated', repeated)
    .option('-D, --define <name[=value]>', 'preprocessor macro; may be repeated', repeated)
    .option('-U, --undefine <name>', 'preprocessor macro to undefine; may be repeated', repeated)
    .option('--include-file <file>', 'file to include first; -include is accepted too; may be repeated', repeated)
    .option(
      '--system-include <folder>',
      'folder for system headers; -isystem is accepted too; may be repeated',
      repeated,
    )
    .option('--std <standard>', 'language standard; -std=... is accepted too (default: gnu17)')
    .option(
      '--compile-commands <file>',
      'compile_commands.json: flags of the named files, or all its C files with flags',
    )
    .option(
      '--malloc-may-fail',
      'malloc, calloc, realloc, strdup ... may return a null pointer (default: they do not)',
    );
}

function entryOptions(command: Command): Command {
  return command
    .option('--entry <function>', 'begin at this function instead of main; its arguments are inputs')
    .option('--entry-size <n>', 'elements of the objects that pointer arguments of --entry lead to (default: 8)', count)
    .addOption(
      new Option('--entry-globals <what>', 'what globals hold at the entry, constant ones left out').choices([
        'initialised',
        'any',
      ]),
    );
}

function externalOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--externals <reading>',
        'what functions without a definition may do: return any value and nothing else (pure); change what they can reach and call back (havoc); TRUE only under havoc and FALSE only under pure (agree); no verdict (stop). Default: pure with --property, else agree',
      ).choices(EXTERNAL_READINGS),
    )
    .option('--external <function=reading>', 'the same for one function; may be repeated', reading);
}

function repeated(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
