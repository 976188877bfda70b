import { Argument, Command, CommanderError, Option } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import { LemmataError } from '../../base/errors.ts';
import { count, megabytes, natural, seconds } from './arguments.ts';
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
import type { CheckFlags, ContractFlags, ExportFlags, RunFlags, ValidateFlags, VerifyFlags } from './flags.ts';
import { flagsOfCheck } from './flags.ts';
import { type McpFlags, mcpOptions } from './mcp-flags.ts';
import { finish, tolerateClosedPipes } from './output.ts';
import {
  ARGUMENTS,
  CHECK,
  CHECKS_OPTION,
  ERROR_FUNCTION,
  entryOptions,
  externalOptions,
  LENIENT,
  NO_CHECK,
  ONLY,
  PROPERTY,
  raceOptions,
  repeated,
  STRICT,
  sourceOptions,
  surroundingsOptions,
} from './program-options.ts';
import { type ServeFlags, serveOptions } from './serve-flags.ts';

const EXIT_CODES = `
Exit codes: 0 TRUE, 10 FALSE, 5 UNKNOWN, 1 wrong usage, 2 input that cannot be read, 6 internal error, 130 interrupted.`;

/** Runs the command line and ends the process with the documented exit code, unless the command needs a supervisor. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  tolerateClosedPipes();
  try {
    const [own, behind] = splitAtDashes(compilerWords(args));
    refuseFile(own[0]);
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

/** Throws LemmataError `E-USAGE` if a program stands in place of a command. */
function refuseFile(word: string | undefined): void {
  if (word === undefined || !/\.(?:c|i|btor2?)$/.test(word)) return;
  const commands = `lemmata verify ${word} asks about its assertions, and lemmata check ${word} looks for all faults`;
  throw new LemmataError('E-USAGE', `a command comes first: ${commands}`);
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

/** The arguments and options of commands that decide each check of a program. */
function checkOptions(command: Command): Command {
  return raceOptions(
    opening(surroundingsOptions(entryOptions(externalOptions(sourceOptions(command)))))
      .argument('[file...]', 'C files (.c, .i), checked as one program')
      .addOption(CHECKS_OPTION)
      .addOption(NO_CHECK)
      .addOption(STRICT)
      .addOption(LENIENT)
      .option('--first', 'end at the first fault')
      .option('--retry', 'with --cache: ask again about checks that an earlier run left open')
      .addOption(ERROR_FUNCTION)
      .addOption(ARGUMENTS),
  );
}

/** `requires`: the check of the contract fails if some call satisfies what it requires. `lemmata contracts` asks so. */
const CONTRACT_PART = new Option('--contract-part <part>')
  .choices(['all', 'requires', 'instances', 'bodies', 'whatever'])
  .hideHelp();

/** The limit of all runs of `lemmata contracts` about a function, of which this is one. */
const WHOLE_LIMIT = new Option('--whole-limit <seconds>').argParser(Number).hideHelp();

const QUEUE = new Option(
  '--queue <nats://host:port>',
  'have lemmata work on any machine decide checks, too, by this NATS JetStream server; each answer is checked again',
);

const CERTIFICATE = new Option(
  '--certificate <folder>',
  'write the proofs of what is proved, and the runs of what fails, as files that other programs check',
);

/** Options about contracts of functions. */
function contractOptions(command: Command): Command {
  return command
    .option('--inline <function>', 'use the body of this function, not its contract; may be repeated', repeated)
    .option('--ignore-loop-contracts', 'do not read what is written about loops, such as __CPROVER_loop_invariant');
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
      `
Examples:
  lemmata verify prog.c                             does an assertion fail, and by which inputs?
  lemmata verify --timeout 60 a.c b.c               several files, for at most a minute
  lemmata verify --entry parse src/parser.c         one function, with any arguments
  lemmata verify --test test.c prog.c               a test that takes the program to the error
  lemmata verify --report page.html prog.c          one page that can be passed on
  lemmata check --check overflow prog.c             all overflows; without --check all faults
  lemmata watch prog.c                              the same, again after each change
  lemmata validate --witness their.yml prog.c       the witness of another tool
  lemmata verify --sarif results.sarif prog.c       for code scanners, in continuous integration
${EXIT_CODES}`,
    );

  raceOptions(
    opening(surroundingsOptions(entryOptions(externalOptions(sourceOptions(program.command('verify'))))))
      .showHelpAfterError('Try lemmata verify --help.')
      .description('prove that no assertion fails and no error function is called, or find a run where that happens')
      .argument('[file...]', 'C files (.c, .i), verified as one program, or one .btor2 model; - is the standard input')
      .addOption(PROPERTY)
      .addOption(ERROR_FUNCTION)
      .addOption(CHECK)
      .addOption(STRICT)
      .addOption(LENIENT)
      .addOption(ONLY)
      .addOption(ARGUMENTS),
  )
    .option('--witness <file>', 'write a witness: SV-COMP (format 2.0) for C, BTOR2 for FALSE of a hardware model')
    .addOption(CERTIFICATE)
    .addOption(
      new Option(
        '--trust <what>',
        'what a TRUE needs: the certifier, or a proof of which the stand-alone checker checks all (proof)',
      )
        .choices(['certifier', 'proof'])
        .default('certifier'),
    )
    .addHelpText(
      'after',
      `
Examples:
  lemmata verify prog.c
  lemmata verify --entry parse src/parser.c
  lemmata verify -I include -D NDEBUG=0 -std=c11 prog.c
  lemmata verify --compile-commands build/compile_commands.json src/parser.c harness.c
  lemmata verify --error-function abort --error-function panic prog.c
  lemmata verify --property unreach-call.prp --data-model ILP32 --timeout 60 a.c b.c
  lemmata verify --engines kind --verbose --witness proof.yml prog.c
  lemmata verify --json counter.btor2
  lemmata verify --share nats://server --machine 2/4 prog.c
  lemmata verify --cache ~/.cache/lemmata prog.c
  lemmata verify --hints hints.txt prog.c
  lemmata verify --sarif results.sarif src/controller.c
  lemmata verify --report report.html prog.c
  lemmata verify --test run.c prog.c
  LEMMATA_TOKEN=... lemmata verify --stream ws://localhost:8123/api/races prog.c
${EXIT_CODES}`,
    )
    .action(async (files: string[], flags: VerifyFlags) => {
      const { verifyCommand } = await import('./verify-command.ts');
      const exitCode = await verifyCommand(files, flags);
      if (exitCode !== null) await finish(exitCode);
    });

  contractOptions(checkOptions(program.command('check')))
    .addOption(CERTIFICATE)
    .option('--contract <function>', 'judge this function against its contract; see lemmata contracts')
    .addOption(CONTRACT_PART)
    .addOption(WHOLE_LIMIT)
    .addOption(QUEUE)
    .showHelpAfterError('Try lemmata check --help.')
    .description(
      'find all faults of a program: failing assertions, overflows, divisions by zero and others, each with a run',
    )
    .addHelpText(
      'after',
      `
Examples:
  lemmata check prog.c
  lemmata check --check overflow,division --timeout 60 prog.c
  lemmata check --hints hints.txt --timeout 60 prog.c
  lemmata check --no-check assertion --sarif results.sarif src/controller.c
  lemmata check --entry parse --json parser.c
  lemmata check --queue nats://server --timeout 300 src/parser.c

Exit codes: 0 all proved, 10 a fault found, 5 some open, 1 wrong usage, 2 input that cannot be read, 6 internal error, 130 interrupted.`,
    )
    .action(async (files: string[], flags: CheckFlags) => {
      const { verifyCommand } = await import('./verify-command.ts');
      const exitCode = await verifyCommand(files, flagsOfCheck(flags));
      if (exitCode !== null) await finish(exitCode);
    });

  contractOptions(checkOptions(program.command('contracts')))
    .addOption(CERTIFICATE)
    .addOption(QUEUE)
    .showHelpAfterError('Try lemmata contracts --help.')
    .description('prove each function that has a contract, with the contracts of the functions that it calls')
    .option('--function <name>', 'only this function; may be repeated', repeated)
    .option('--jobs <n>', 'functions at once (default: 1)', count, 1)
    .option('--suggest <function>', 'print clauses with which this function has no fault, and what it then ensures')
    .option('--acsl', 'with --suggest: clauses of ACSL in a comment')
    .addHelpText(
      'after',
      `
Contracts are clauses of CBMC behind a declarator: __CPROVER_requires, __CPROVER_ensures, __CPROVER_assigns.
Comments may have clauses of ACSL: /*@ requires ...; assigns ...; ensures ...; */

Examples:
  lemmata contracts prog.c
  lemmata contracts --timeout 60 -I include -D CBMC=1 src/poly.c
  lemmata contracts --suggest poly_add src/poly.c
  lemmata contracts --function poly_add --inline reduce src/poly.c

Exit codes: 0 all proved, 10 a clause is broken or a fault found, 5 some open, 1 wrong usage, 2 input that cannot be read, 6 internal error, 130 interrupted.`,
    )
    .action(async (files: string[], flags: ContractFlags) => {
      const { contractsCommand } = await import('./contracts-command.ts');
      await finish(await contractsCommand(files, flags, process.argv.slice(2)));
    });

  checkOptions(program.command('watch'))
    .showHelpAfterError('Try lemmata watch --help.')
    .description('check a program, and again whenever one of its files changes; proofs are kept and only checked again')
    .addHelpText(
      'after',
      `
Examples:
  lemmata watch prog.c
  lemmata watch --timeout 20 --entry parse src/parser.c
  lemmata watch --cache ~/.cache/lemmata --hints hints.txt prog.c

Exit codes: 0 ended by Ctrl-C, 1 wrong usage, 6 internal error.`,
    )
    .action(async (files: string[], flags: CheckFlags) => {
      const { watchCommand } = await import('./watch-command.ts');
      const words = process.argv.slice(2);
      await finish(await watchCommand(files, flags, words.toSpliced(words.indexOf('watch'), 1)));
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

  surroundingsOptions(entryOptions(externalOptions(sourceOptions(program.command('export')))))
    .showHelpAfterError('Try lemmata export --help.')
    .description('write the transition system that the engines work on')
    .argument('[file...]', 'C files (.c, .i) or one .btor2 model')
    .addOption(
      new Option('--format <format>', 'BTOR2, constrained Horn clauses (SMT-LIB), JSON, or a C program')
        .choices(['btor2', 'chc', 'json', 'c'])
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
    .command('certificate')
    .showHelpAfterError('Try lemmata certificate --help.')
    .description('say what the folder of verify --certificate has, and what it lacks')
    .argument('<folder>', 'the folder')
    .action(async (folder: string) => {
      const { certificateCommand } = await import('./certificate-command.ts');
      await finish(await certificateCommand(folder));
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
    .option('--ignore-hashes', 'check a witness whose hashes are those of other versions of the files')
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

  mcpOptions(program.command('mcp')).action(async (flags: McpFlags) => {
    const { mcpCommand } = await import('./mcp-command.ts');
    await finish(await mcpCommand(flags));
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
