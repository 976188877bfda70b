import type { ByteOrder } from '../../base/byte-order.ts';
import { LemmataError } from '../../base/errors.ts';
import { readCompileCommands } from '../../c/source/compile-commands.ts';
import type { DataModel } from '../../c/types/types.ts';
import type { ContestedReadings } from '../../program/cfa/checks/contested.ts';
import type { ContractQuestion } from '../../program/contracts/pass.ts';
import type { VerifyOptions } from '../../race/options/options.ts';
import type { ProgramFlags, SourceFlags } from './flags.ts';
import { DASH, standardInput } from './standard-input.ts';

/** Files to compile, with their options. */
export interface SourceOptions {
  readonly files: readonly string[];
  readonly dataModel: DataModel;
  readonly byteOrder: ByteOrder;
  readonly includes: readonly string[] | undefined;
  readonly defines: readonly string[] | undefined;
  /** See `VerifyOptions.flags`. */
  readonly flags: Readonly<Record<string, readonly string[]>>;
}

/**
 * Combines the files with options from the command line and from its list of compile commands. Throws
 * LemmataError.
 */
export function sourceOptions(named: readonly string[], flags: SourceFlags): SourceOptions {
  const { compileCommands, dataModel, include: includes, define: defines } = flags;
  const build = compileCommands === undefined ? null : readCompileCommands(compileCommands, named);
  const files = (build?.files ?? named).map((file) => (file === DASH ? standardInput() : file));
  if (files.length === 0) throw new LemmataError('E-USAGE', 'no file is given');
  const own = [
    ...(flags.undefine ?? []).flatMap((name) => ['-U', name]),
    ...(flags.systemInclude ?? []).flatMap((folder) => ['-isystem', folder]),
    ...(flags.includeFile ?? []).flatMap((file) => ['-include', file]),
    ...(flags.std === undefined ? [] : [`-std=${flags.std}`]),
  ];
  const all = files
    .map((file, index) => [file, [...(build?.flags[file] ?? []), ...here(named[index]), ...own]] as const)
    .filter(([, words]) => words.length > 0);
  return {
    files,
    dataModel: build?.model ?? dataModel,
    byteOrder: flags.bigEndian === true || build?.isBigEndian === true ? 'big' : 'little',
    includes,
    defines,
    flags: Object.fromEntries(all),
  };
}

/** Compilers search the working folder for headers of a text from the standard input. */
function here(named: string | undefined): readonly string[] {
  return named === DASH ? ['-iquote', '.'] : [];
}

function contractOf({ contract, inline = [], contractPart = 'all' }: ProgramFlags): ContractQuestion | undefined {
  return contract === undefined ? undefined : { function: contract, inline, part: contractPart };
}

/**
 * The options that decide the program and its property, as {@link VerifyOptions} has them. Throws
 * LemmataError.
 */
export function programOptions(named: readonly string[], flags: ProgramFlags) {
  const source = sourceOptions(named, flags);
  return {
    ...source,
    propertyFile: flags.property,
    errorFunctions: flags.errorFunction,
    ...(flags.check === 'termination' ? { termination: true } : { checks: flags.check }),
    contested: contestedOf(flags),
    arguments: flags.arguments,
    mallocMayFail: flags.mallocMayFail,
    entry: flags.entry,
    entrySize: flags.entrySize,
    entryGlobals: flags.entryGlobals,
    entryPointers: flags.entryPointers,
    entryObjects: flags.entryObject,
    contract: contractOf(flags),
    loopContracts: flags.ignoreLoopContracts !== true,
    interrupts: flags.interrupt,
    interruptMasks: flags.interruptMask,
    volatile: flags.volatile,
    devices: flags.device,
    externals: flags.externals,
    external: flags.external,
  } satisfies Partial<VerifyOptions>;
}

/** The readings of contested cases. Throws LemmataError `E-USAGE` if a kind has two. */
function contestedOf({ strict = [], lenient = [] }: ProgramFlags): ContestedReadings {
  const both = strict.find((kind) => lenient.includes(kind));
  if (both !== undefined) throw new LemmataError('E-USAGE', `--strict and --lenient disagree about ${both}`);
  return Object.fromEntries([
    ...strict.map((kind) => [kind, 'strict'] as const),
    ...lenient.map((kind) => [kind, 'lenient'] as const),
  ]);
}
