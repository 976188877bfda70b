import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { LemmataError } from '../base/errors.ts';
import type { DataModel } from '../c/types.ts';
import { loadPortfolioSet, type PortfolioSet, setOfEngines } from './configuration.ts';
import { DEFAULT_ERROR_FUNCTION, type Property, readProperty, unreachCall } from './property.ts';

/** What to verify and with which means. Only `files` is required. */
export interface VerifyOptions {
  /** C files (`.c` is preprocessed, `.i` read as is), linked as one program; or one `.btor2` model. */
  readonly files: readonly string[];
  /** SV-COMP property file (`.prp`). */
  readonly propertyFile?: string;
  /** Instead of a property file: no run may call this function. Default `reach_error`. */
  readonly errorFunction?: string;
  /** Default `LP64`. */
  readonly dataModel?: DataModel;
  /** Whether malloc and its like may return null at any call. Default false. */
  readonly mallocMayFail?: boolean;
  /** Wall-clock limit in seconds, from the call of `verify` to the verdict. Default: none. */
  readonly timeout?: number;
  /** Memory of the whole process in MB (2^20 bytes). Default: 75 % of the machine's, at most 8192. */
  readonly memory?: number;
  /** How many engines run at once. Default: number of cores, at least 4. */
  readonly threads?: number;
  /** A set of `portfolio.json`, or a portfolio file, or `FILE#SET`. Default `default`. */
  readonly portfolio?: string;
  /** Only these engines, all started at once. */
  readonly engines?: readonly string[];
  /** Whether engines tell each other what they find. Default true. */
  readonly exchange?: boolean;
  /** Whether the events of lemmas say them in C. Default false. */
  readonly provenance?: boolean;
  /** Whether events outline the program's automata, for drawing them, and tell what it is made of besides `files`. Default false. */
  readonly outline?: boolean;
  /** Whether the invariant of a proof is to be minimised after the verdict, for `Verification.proof`. Default false. */
  readonly minimise?: boolean;
  /** Varies the search; equal seeds give equal searches of each engine. Default 0. */
  readonly seed?: number;
  /** Folders for `#include`. */
  readonly includes?: readonly string[];
  /** `NAME` or `NAME=VALUE`. */
  readonly defines?: readonly string[];
}

/** Options with defaults filled in and checked. */
export interface Task {
  readonly files: readonly string[];
  readonly hardware: boolean;
  readonly property: Property;
  readonly dataModel: DataModel;
  readonly mallocMayFail: boolean;
  /** Null: no limit. */
  readonly limitMilliseconds: number | null;
  readonly memoryBytes: number;
  readonly threads: number;
  readonly set: PortfolioSet;
  readonly exchange: boolean;
  readonly provenance: boolean;
  readonly outline: boolean;
  readonly minimise: boolean;
  readonly seed: number;
  readonly includes: readonly string[];
  readonly defines: readonly string[];
}

const MEGABYTE = 2 ** 20;

/** Checks the options. Throws LemmataError `E-USAGE` for impossible options and `E-INPUT` for files that cannot be read. */
export async function prepareTask(options: VerifyOptions): Promise<Task> {
  const { files, timeout, memory, threads, seed = 0 } = options;
  if (files.length === 0) throw new LemmataError('E-USAGE', 'no file is given');
  positive(timeout, 'the time limit');
  positive(memory, 'the memory limit');
  positive(threads, 'the number of threads');
  if (!Number.isSafeInteger(seed) || seed < 0) throw new LemmataError('E-USAGE', 'the seed must be a natural number');
  if (options.propertyFile !== undefined && options.errorFunction !== undefined) {
    throw new LemmataError('E-USAGE', 'give a property file or an error function, not both');
  }
  const hardware = files.some(isHardware);
  if (hardware && files.length > 1) throw new LemmataError('E-USAGE', 'a hardware model is verified alone: give one .btor2 file');
  // C files are checked by the front end, whose messages have codes.
  if (hardware) checkReadable(files[0]);
  const property =
    options.propertyFile !== undefined
      ? readProperty(options.propertyFile)
      : unreachCall(options.errorFunction ?? DEFAULT_ERROR_FUNCTION);
  const base = await loadPortfolioSet(options.portfolio ?? 'default');
  return {
    files,
    hardware,
    property,
    dataModel: options.dataModel ?? 'LP64',
    mallocMayFail: options.mallocMayFail ?? false,
    limitMilliseconds: timeout === undefined ? null : timeout * 1000,
    memoryBytes: memory === undefined ? Math.min(0.75 * totalmem(), 8192 * MEGABYTE) : memory * MEGABYTE,
    threads: threads ?? Math.max(4, availableParallelism()),
    set: options.engines === undefined ? base : setOfEngines(options.engines, base),
    exchange: options.exchange ?? true,
    provenance: options.provenance ?? false,
    outline: options.outline ?? false,
    minimise: options.minimise ?? false,
    seed,
    includes: options.includes ?? [],
    defines: options.defines ?? [],
  };
}

export function isHardware(file: string): boolean {
  return /\.(btor2|btor)$/i.test(file);
}

function positive(value: number | undefined, what: string): void {
  if (value !== undefined && !(Number.isFinite(value) && value > 0))
    throw new LemmataError('E-USAGE', `${what} must be a positive number`);
}

/** Throws LemmataError `E-INPUT` in words that name the file and the problem. */
function checkReadable(file: string): void {
  if (!existsSync(file)) throw new LemmataError('E-INPUT', `cannot read ${file}: there is no such file`);
  if (statSync(file).isDirectory()) throw new LemmataError('E-INPUT', `cannot read ${file}: it is a directory`);
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new LemmataError('E-INPUT', `cannot read ${file}: no permission`, null, { cause: error });
  }
}
