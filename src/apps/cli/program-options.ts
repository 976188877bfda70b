import { type Command, Option } from 'commander';
import { CHECK_KINDS, DEFAULT_CHECKS, PLACED_CHECKS } from '../../program/cfa/checks/kinds.ts';
import { EXTERNAL_READINGS } from '../../program/cfa/externals.ts';
import { ENGINE_NAMES } from '../../race/schedule/engine-names.ts';
import { SHARE_VARIABLES } from '../compete/nats/share-environment.ts';
import {
  argumentBounds,
  checkKinds,
  count,
  device,
  entryObject,
  interruptMask,
  list,
  machine,
  megabytes,
  natural,
  numbers,
  placedKinds,
  question,
  reading,
  seconds,
  websocketAddress,
} from './arguments.ts';

export const PROPERTY = new Option(
  '--property <file>',
  'SV-COMP property file (default: no assertion fails, and reach_error is not called)',
);
export const ARGUMENTS = new Option(
  '--arguments <NxB>',
  'search runs with at most N arguments of B bytes, and variables of the environment of B bytes; proofs hold for any (default: 4x16)',
).argParser(argumentBounds);
export const ERROR_FUNCTION = new Option(
  '--error-function <name>',
  'without --property: calls of this function are errors, too (abort, for example); may be repeated',
).argParser(repeated);

export const CHECK = new Option(
  '--check <kinds>',
  `ask instead whether a run meets one of these faults: ${CHECK_KINDS.join(', ')}, or all; termination asks whether every run ends`,
).argParser(question);

export const CHECKS_OPTION = new Option(
  '--check <kinds>',
  `what to look for: ${PLACED_CHECKS.join(', ')}, or all (default: ${DEFAULT_CHECKS.join(', ')})`,
).argParser(placedKinds);
export const STRICT = new Option(
  '--strict <kinds>',
  'contested cases of these checks are faults (default: they end a proof, and are no alarm)',
).argParser(checkKinds);
export const LENIENT = new Option('--lenient <kinds>', 'contested cases of these checks are no faults').argParser(
  checkKinds,
);
// It is no negation of --check, but has a value of its own.
export const NO_CHECK = Object.assign(new Option('--no-check <kinds>', 'what not to look for').argParser(placedKinds), {
  negate: false,
});

/** A worker passes it for the group of checks that it has; people have no use for it. */
export const ONLY = new Option('--only <numbers>', 'decide only these checks of a compiled program')
  .argParser(numbers)
  .hideHelp();

/** Options of commands that race engines. */
export function raceOptions(command: Command): Command {
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
      '--hints <file>',
      'conditions that may hold, each in a line FILE:LINE: EXPRESSION or FUNCTION: EXPRESSION, or a witness: tried first, never trusted, and each is told as proved, not inductive, false or open',
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

const DATA_MODEL = new Option('--data-model <model>', 'width of long and pointers')
  .choices(['ILP32', 'LP64'])
  .default('LP64');

export function sourceOptions(command: Command): Command {
  return command
    .addOption(DATA_MODEL)
    .option('--big-endian', 'the first byte of an object is its most significant one (default: its least significant)')
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

export function entryOptions(command: Command): Command {
  return command
    .option('--entry <function>', 'begin at this function instead of main; its arguments are inputs')
    .option('--entry-size <n>', 'elements of the objects that pointer arguments of --entry lead to (default: 8)', count)
    .addOption(
      new Option('--entry-globals <what>', 'what globals hold at the entry, constant ones left out').choices([
        'initialised',
        'any',
      ]),
    )
    .addOption(
      new Option(
        '--entry-pointers <what>',
        'whether pointer arguments of --entry may be null (any) or lead to objects (valid); default: any',
      ).choices(['any', 'valid']),
    )
    .option(
      '--entry-object <pointer:count>',
      "elements of the object of one pointer argument, which is not null: a number or a parameter, such as 'buf: len'; may be repeated",
      entryObject,
    );
}

/** Options about what acts on a program besides its inputs, for programs on bare hardware. */
export function surroundingsOptions(command: Command): Command {
  return command
    .option(
      '--interrupt <function>',
      'this function handles an interrupt: it may run between any two accesses to objects, any number of times; may be repeated',
      repeated,
    )
    .option(
      '--interrupt-mask <off:on>',
      'no interrupt comes between calls of these two functions (known: __disable_irq:__enable_irq, cli:sei), or before the first call of one (:sei); may be repeated',
      interruptMask,
    )
    .option(
      '--volatile <variable>',
      'this volatile variable changes by itself: each read gives any value; may be repeated',
      repeated,
    )
    .option(
      '--device <address:bytes>',
      'registers are there, such as 0x40000000:0x1000: each read gives any value, writes change no object; may be repeated',
      device,
    );
}

export function externalOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--externals <reading>',
        'what functions without a definition may do: return any value and nothing else (pure); change what they can reach and call back (havoc); TRUE only under havoc and FALSE only under pure (agree); no verdict (stop). Default: pure with --property, else agree',
      ).choices(EXTERNAL_READINGS),
    )
    .option('--external <function=reading>', 'the same for one function; may be repeated', reading);
}

export function repeated(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
