import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import type { ByteOrder } from '../../base/byte-order.ts';
import { LemmataError } from '../../base/errors.ts';
import type { DataModel } from '../../c/types/types.ts';
import type { ArgumentBounds } from '../../program/cfa/automaton.ts';
import type { ContestedReadings } from '../../program/cfa/checks/contested.ts';
import { type CheckKind, CONTRACT_CHECKS } from '../../program/cfa/checks/kinds.ts';
import { DEFAULT_ENTRY_SIZE, type Entry } from '../../program/cfa/entry-options.ts';
import {
  DEFAULT_EXTERNALS,
  type ExternalReading,
  type Externals,
  PURE_EXTERNALS,
} from '../../program/cfa/externals.ts';
import type { HintedProgram } from '../../program/cfa/hints.ts';
import { DEFAULT_ARGUMENTS } from '../../program/cfa/main-arguments.ts';
import type { AddressRange, InterruptMask, Surroundings } from '../../program/cfa/surroundings.ts';
import type { ContractQuestion } from '../../program/contracts/pass.ts';
import type { ProgramQuestion } from '../messages/compilation.ts';
import {
  checksProperty,
  isOfCompetition,
  type Property,
  parseProperty,
  plainProperty,
  readProperty,
  terminationProperty,
} from '../property.ts';
import type { Machine } from '../schedule/slices.ts';
import { builtInSets, loadPortfolioSet, setOfEngines } from './configuration.ts';
import type { PortfolioSet } from './portfolio-set.ts';

/** The macro that is defined where clauses are read. */
export const CLAUSES_ARE_READ = '__CPROVER__';

/** The subject and the settings of a verification. Only `files` is required. */
export interface VerifyOptions {
  /** C files (`.c` is preprocessed, `.i` read as is), linked as one program; or one `.btor2` model. */
  readonly files: readonly string[];
  /** SV-COMP property file (`.prp`). */
  readonly propertyFile?: string;
  /**
   * Text of a property, instead of a property file. Without either, no assertion may fail and no run may
   * call `reach_error`.
   */
  readonly property?: string;
  /** Further functions that no run may call; only without a stated property. Among checks they are assertions. */
  readonly errorFunctions?: readonly string[];
  /** Asks whether operations fail these checks, in place of any other property. */
  readonly checks?: readonly CheckKind[];
  /** Asks whether every run ends, in place of any other property. */
  readonly termination?: boolean;
  /**
   * Whether each of the checks is decided on its own, and not only whether any of them fails. Events
   * `check` have the results. Default false.
   */
  readonly eachCheck?: boolean;
  /** How contested cases of checks are read, by kind; default: neither as faults nor as none. */
  readonly contested?: ContestedReadings;
  /** Whether `eachCheck` ends at the first violation. Default false. */
  readonly firstViolation?: boolean;
  /** Whether `eachCheck` also asks about checks that an earlier run with the same store of answers left open. Default false. */
  readonly retry?: boolean;
  /**
   * Decides only these checks of `eachCheck`, by their numbers in the order of places, from 0. Others are told as
   * open. Default: all.
   */
  readonly only?: readonly number[];
  /** Default `LP64`. */
  readonly dataModel?: DataModel;
  /** Default `little`. */
  readonly byteOrder?: ByteOrder;
  /** Whether malloc and its like may return null at any call. Default false. */
  readonly mallocMayFail?: boolean;
  /**
   * Reading of functions that the program declares without a body. Default: `pure` with a property of
   * SV-COMP, else `agree`.
   */
  readonly externals?: ExternalReading;
  /** Readings of single functions, by name. */
  readonly external?: Readonly<Record<string, ExternalReading>>;
  /**
   * Bounds of the command lines that are searched for runs; proofs hold for any. Default: 4 arguments of
   * 16 bytes.
   */
  readonly arguments?: ArgumentBounds;
  /** Function that the program begins at; its arguments are inputs. Default: `main`. */
  readonly entry?: string;
  /**
   * Judges this function against its contract, instead of runs from `main`. The checks are then those of `lemmata
   * contracts` where none are given.
   */
  readonly contract?: ContractQuestion;
  /** Whether checks that are decided one by one take invariants that are written at loops as hints; default true. */
  readonly loopContracts?: boolean;
  /** Number of elements of each object that a pointer argument leads to. Default 8. */
  readonly entrySize?: number;
  /** Content of globals at the entry. Default: their initial values. */
  readonly entryGlobals?: Entry['globals'];
  /** Whether pointer arguments may be null at the entry. Default: `any`. */
  readonly entryPointers?: Entry['pointers'];
  /** Elements of the objects that single pointer arguments lead to: a number, or the name of a parameter. */
  readonly entryObjects?: Entry['objects'];
  /** Handlers of interrupts: functions without parameters that may run between any two accesses. */
  readonly interrupts?: readonly string[];
  /** Functions that hold interrupts off and let them in again, besides those of CMSIS, AVR and MSP430. */
  readonly interruptMasks?: readonly InterruptMask[];
  /** Names of variables that change by themselves: each volatile read is an input. */
  readonly volatile?: readonly string[];
  /** Ranges of addresses with registers of devices: reads are inputs, writes change nothing. */
  readonly devices?: readonly AddressRange[];
  /** The program with hints in it. Engines try them first, and events `check` say what is known of each. */
  readonly hinted?: HintedProgram;
  /** Wall-clock limit in seconds, from the call of `verify` to the verdict. Default: none. */
  readonly timeout?: number;
  /** Seconds of all runs together where this is one of several; absent: `timeout`. */
  readonly wholeTimeout?: number;
  /** Memory of the whole process in MB (2^20 bytes). Default: 75 % of the machine's, at most 8192. */
  readonly memory?: number;
  /** How many engines run at once: at most one more than there are cores. Default: number of cores. */
  readonly threads?: number;
  /** A set of `portfolio.json`, or a portfolio file, or `FILE#SET`. Default `default`. */
  readonly portfolio?: string;
  /** Only these engines, all started at once. */
  readonly engines?: readonly string[];
  /** Whether engines exchange lemmas. Default: true with several cores or other machines. */
  readonly exchange?: boolean;
  /** Whether the events of lemmas give them in C. Default false. */
  readonly provenance?: boolean;
  /**
   * Whether events outline the program's automata, for drawing them, and give its files besides `files`.
   * Default false.
   */
  readonly outline?: boolean;
  /**
   * Whether the invariant of a proof is to be minimised after the verdict, for `Verification.proof`.
   * Default false.
   */
  readonly minimise?: boolean;
  /**
   * The index of this machine among several that verify the same program: it begins with its part of the
   * schedule. Default: a single machine.
   */
  readonly machine?: Machine;
  /**
   * Varies the search. Equal seeds give equal searches of each engine, but where a limit of time ends a
   * query. Default 0.
   */
  readonly seed?: number;
  /** Folders for `#include`. */
  readonly includes?: readonly string[];
  /** `NAME` or `NAME=VALUE`. */
  readonly defines?: readonly string[];
  /**
   * Further options of the preprocessor, one word each, by file name as in `files`. They are `-U`,
   * `-include`, `-isystem`, `-std=` and similar ones.
   */
  readonly flags?: Readonly<Record<string, readonly string[]>>;
}

/** The options, checked and with defaults. */
export interface Task extends ProgramQuestion {
  readonly firstViolation: boolean;
  readonly retry: boolean;
  /** Null: all checks are to be decided. */
  readonly only: ReadonlySet<number> | null;
  /** Null: no limit. */
  readonly limitMilliseconds: number | null;
  /** The limit that earlier runs have to have had for what they left open to stand: that of all runs together. */
  readonly wholeMilliseconds: number | null;
  readonly threads: number;
  readonly set: PortfolioSet;
  /** Null: decided by the number of cores and machines. */
  readonly exchange: boolean | null;
  readonly provenance: boolean;
  readonly minimise: boolean;
  readonly machine: Machine;
  readonly seed: number;
}

const MEGABYTE = 2 ** 20;
const ONLY_MACHINE: Machine = { index: 0, of: 1 };

/**
 * Checks the options. Throws LemmataError `E-USAGE` for impossible options and `E-INPUT` for files
 * that cannot be read.
 */
export async function prepareTask(options: VerifyOptions): Promise<Task> {
  const { files, timeout, wholeTimeout = timeout, memory, threads, seed = 0 } = options;
  if (files.length === 0) throw new LemmataError('E-USAGE', 'no file is given');
  positive(timeout, 'the time limit');
  positive(memory, 'the memory limit');
  positive(threads, 'the number of threads');
  if (!Number.isSafeInteger(seed) || seed < 0) throw new LemmataError('E-USAGE', 'the seed must be a natural number');
  const hardware = files.some(isHardware);
  if (hardware && files.length > 1)
    throw new LemmataError('E-USAGE', 'a hardware model is verified alone: give one .btor2 file');
  // The front end checks C files; its messages have codes.
  if (hardware) checkReadable(files[0]);
  const property = propertyOf(options);
  if (hardware && property.kind === 'termination')
    throw new LemmataError('E-USAGE', 'runs of hardware models have no end, so that termination is no question');
  if (options.hinted !== undefined && (hardware || property.kind === 'termination'))
    throw new LemmataError('E-USAGE', 'hints are about errors of C programs');
  const base = await loadPortfolioSet(setName(property, options.portfolio));
  return {
    files,
    hardware,
    property,
    eachCheck: options.eachCheck ?? false,
    contested: options.contested ?? {},
    firstViolation: options.firstViolation ?? false,
    retry: options.retry ?? false,
    only: options.only === undefined ? null : new Set(options.only),
    errorFunctions: options.errorFunctions ?? [],
    dataModel: options.dataModel ?? 'LP64',
    byteOrder: options.byteOrder ?? 'little',
    mallocMayFail: options.mallocMayFail ?? false,
    externals: externalsOf(options, property),
    arguments: options.arguments ?? DEFAULT_ARGUMENTS,
    entry: entryOf(options),
    contract: options.contract ?? null,
    loopContracts: options.loopContracts ?? true,
    surroundings: surroundingsOf(options, property),
    hinted: options.hinted ?? null,
    limitMilliseconds: timeout === undefined ? null : timeout * 1000,
    wholeMilliseconds: wholeTimeout === undefined ? null : wholeTimeout * 1000,
    memoryBytes: memory === undefined ? Math.min(0.75 * totalmem(), 8192 * MEGABYTE) : memory * MEGABYTE,
    threads: threads ?? availableParallelism(),
    set: options.engines === undefined ? base : setOfEngines(options.engines, base),
    exchange: options.exchange ?? null,
    provenance: options.provenance ?? false,
    outline: options.outline ?? false,
    minimise: options.minimise ?? false,
    machine: machineOf(options),
    seed,
    includes: options.includes ?? [],
    // Sources ask by this name whether clauses are read.
    defines: [...(options.contract === undefined ? [] : [CLAUSES_ARE_READ]), ...(options.defines ?? [])],
    flags: options.flags ?? {},
  };
}

/** The other built-in sets look for errors, and none of their engines asks whether runs end. */
function setName({ kind }: Property, named = 'default'): string {
  return kind === 'termination' && builtInSets().includes(named) ? 'termination' : named;
}

function propertyOf(options: VerifyOptions): Property {
  const { propertyFile, property, errorFunctions = [], termination = false, eachCheck } = options;
  const isStated = propertyFile !== undefined || property !== undefined || termination;
  const { checks = options.contract === undefined || isStated ? [] : CONTRACT_CHECKS } = options;
  const unnamed = errorFunctions.find((name) => !/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name));
  if (unnamed !== undefined) throw new LemmataError('E-USAGE', `${unnamed} is not the name of a function`);
  if (checks.length > 0 || termination) {
    if (propertyFile !== undefined || property !== undefined || (checks.length > 0 && termination))
      throw new LemmataError('E-USAGE', 'give checks or a property: one question at a time');
  }
  if (termination) {
    if (errorFunctions.length > 0) throw new LemmataError('E-USAGE', 'termination is about no error function');
    return terminationProperty();
  }
  if (checks.length > 0) {
    if (errorFunctions.length > 0 && !checks.includes('assertion'))
      throw new LemmataError('E-USAGE', 'error functions need checks of the kind assertion, or no checks');
    return checksProperty([...new Set(checks)]);
  }
  if (eachCheck === true) throw new LemmataError('E-USAGE', 'no kind of check is given');
  if (propertyFile !== undefined && property !== undefined) {
    throw new LemmataError('E-USAGE', 'give a property file or the text of one, not both');
  }
  if (propertyFile === undefined && property === undefined) {
    return plainProperty(errorFunctions);
  }
  if (errorFunctions.length > 0) {
    throw new LemmataError('E-USAGE', 'the property names the error function, so no other one can be given');
  }
  return propertyFile === undefined ? parseProperty(property ?? '', 'property') : readProperty(propertyFile);
}

/** Returns the readings of external functions. A property of SV-COMP implies SV-COMP's reading. */
function externalsOf({ externals, external = {} }: VerifyOptions, property: Property): Externals {
  const { reading } = isOfCompetition(property) ? PURE_EXTERNALS : DEFAULT_EXTERNALS;
  return { reading: externals ?? reading, functions: { ...external } };
}

/** Returns the function that the program begins at; null for `main`. Throws LemmataError `E-USAGE`. */
export function entryOf(options: VerifyOptions): Entry | null {
  const { entry, entrySize, entryGlobals, entryPointers, entryObjects } = options;
  positive(entrySize, 'the number of elements at the entry');
  if (entry !== undefined)
    return {
      function: entry,
      size: entrySize ?? DEFAULT_ENTRY_SIZE,
      globals: entryGlobals ?? 'initialised',
      pointers: entryPointers ?? 'any',
      objects: entryObjects ?? {},
    };
  if ([entrySize, entryGlobals, entryPointers, entryObjects].every((option) => option === undefined)) return null;
  throw new LemmataError('E-USAGE', 'the options about the entry need --entry');
}

/** Throws LemmataError `E-USAGE`. */
function surroundingsOf(options: VerifyOptions, { kind }: Property): Surroundings {
  const { interrupts = [], interruptMasks: masks = [], volatile: changing = [], devices = [] } = options;
  if (kind === 'termination' && interrupts.length > 0)
    throw new LemmataError(
      'E-USAGE',
      'whether runs end depends on how often interrupts come: ask about termination without them',
    );
  if (masks.length > 0 && interrupts.length === 0)
    throw new LemmataError('E-USAGE', 'functions that mask interrupts need a handler: --interrupt');
  return { interrupts, masks, changing, devices };
}

/**
 * Why no C program of this machine repeats runs: they are those of another machine, or the surroundings
 * of the program act on it. Null for other runs.
 */
export function notRepeated({
  byteOrder,
  interrupts = [],
  volatile: changing = [],
  devices = [],
}: VerifyOptions): string | null {
  if (byteOrder === 'big') return 'the compiler makes no code for a big-endian machine';
  if (interrupts.length > 0) return 'C cannot say when interrupts come';
  return changing.length > 0 || devices.length > 0 ? 'C cannot say what reads from outside give' : null;
}

/** Throws LemmataError `E-USAGE`. */
function machineOf({ machine = ONLY_MACHINE }: VerifyOptions): Machine {
  const { index, of } = machine;
  if (Number.isSafeInteger(index) && Number.isSafeInteger(of) && index >= 0 && index < of) return machine;
  throw new LemmataError('E-USAGE', 'a machine is one of several, from 0');
}

export function isHardware(file: string): boolean {
  return /\.(btor2|btor)$/i.test(file);
}

function positive(value: number | undefined, what: string): void {
  if (value !== undefined && !(Number.isFinite(value) && value > 0))
    throw new LemmataError('E-USAGE', `${what} must be a positive number`);
}

/** Throws LemmataError `E-INPUT` with a message that names the file and the problem. */
function checkReadable(file: string): void {
  if (!existsSync(file)) throw new LemmataError('E-INPUT', `cannot read ${file}: there is no such file`);
  if (statSync(file).isDirectory()) throw new LemmataError('E-INPUT', `cannot read ${file}: it is a directory`);
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new LemmataError('E-INPUT', `cannot read ${file}: no permission`, null, { cause: error });
  }
}
