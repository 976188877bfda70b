import type { Argument, Command, Help, Option } from 'commander';
import { builtInSets } from '../../../race/options/configuration.ts';
import { ENGINE_NAMES } from '../../../race/schedule/engine-names.ts';

/** A command as plain data: completion scripts, the man page and docs/cli.md are made from it. */
export interface DeclaredCommand {
  /** Words after `lemmata`; none: the program itself. */
  readonly words: readonly string[];
  readonly description: string;
  /** The line of `--help`, with the name of the program. */
  readonly usage: string;
  readonly parameters: readonly DeclaredParameter[];
  readonly options: readonly DeclaredOption[];
  readonly commands: readonly DeclaredCommand[];
  /** Text that `--help` shows at its end: examples and exit codes. */
  readonly after: string;
}

export interface DeclaredParameter {
  readonly name: string;
  readonly description: string;
  readonly repeated: boolean;
  readonly values: Values;
}

export interface DeclaredOption {
  /** The short form with its dash; null: none. */
  readonly short: string | null;
  /** The long form with both dashes. */
  readonly long: string;
  /** The placeholder of its value, without brackets; null: it takes none. */
  readonly value: string | null;
  readonly description: string;
  readonly repeated: boolean;
  readonly values: Values;
  /** The environment variable that gives the value if the option is absent; null: none. */
  readonly variable: string | null;
}

/** The values that a shell can offer. `separated`: several of them in one word, with commas between. */
export interface Values {
  readonly words: readonly string[];
  readonly separated: boolean;
  readonly paths: 'none' | 'files' | 'folders';
}

const NOTHING: Values = { words: [], separated: false, paths: 'none' };

/** Parameters that are paths, although their names do not say so. */
const PATH_NAMES: readonly string[] = ['before', 'after', 'run', 'input'];

/** Reads commander's declarations, the commands of commands included. */
export function declaredCommand(command: Command, words: readonly string[] = []): DeclaredCommand {
  const help = command.createHelp();
  const parameters = help.visibleArguments(command);
  return {
    words,
    description: command.description(),
    usage: help.commandUsage(command),
    parameters: (parameters.length > 0 ? parameters : command.registeredArguments).map((one) => parameter(one, help)),
    options: help.visibleOptions(command).map((one) => option(one, help)),
    commands: help.visibleCommands(command).map((one) => declaredCommand(one, [...words, one.name()])),
    after: textAfter(command),
  };
}

/** The command and all commands below it, in the order of `--help`. */
export function allCommands(command: DeclaredCommand): readonly DeclaredCommand[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

/** Returns what `addHelpText('after', ...)` added to a command: the end of its help. */
function textAfter(command: Command): string {
  const output = command.configureOutput();
  let text = '';
  command.configureOutput({
    ...output,
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  command.configureOutput(output);
  return text.slice(command.helpInformation().length).trim();
}

function parameter(argument: Argument, help: Help): DeclaredParameter {
  return {
    name: argument.name(),
    description: help.argumentDescription(argument),
    repeated: argument.variadic,
    values: valuesOf(argument.name(), argument.argChoices),
  };
}

function option(declared: Option, help: Help): DeclaredOption {
  const value = /[<[](.+)[>\]]$/.exec(declared.flags)?.[1] ?? null;
  return {
    short: declared.short ?? null,
    long: declared.long ?? declared.flags,
    value,
    description: help.optionDescription(declared),
    repeated: declared.description.includes('may be repeated'),
    values: value === null ? NOTHING : valuesOf(value, declared.argChoices),
    variable: declared.envVar ?? null,
  };
}

/** Determines from the placeholder which values a shell can offer. */
function valuesOf(placeholder: string, choices: readonly string[] | undefined): Values {
  if (choices !== undefined) return { ...NOTHING, words: choices };
  if (placeholder === 'a,b') return { ...NOTHING, words: ENGINE_NAMES, separated: true };
  if (placeholder === 'engine') return { ...NOTHING, words: ENGINE_NAMES };
  if (placeholder === 'set|file') return { ...NOTHING, words: builtInSets(), paths: 'files' };
  if (placeholder.includes('file') || PATH_NAMES.includes(placeholder)) return { ...NOTHING, paths: 'files' };
  return { ...NOTHING, paths: placeholder.includes('folder') ? 'folders' : 'none' };
}
