import { LemmataError } from '../../base/errors.ts';
import type { ArgumentBounds } from '../../program/cfa/automaton.ts';
import { type CheckKind, CONTRACT_CHECKS, DEFAULT_CHECKS } from '../../program/cfa/checks/kinds.ts';
import type { Entry } from '../../program/cfa/entry-options.ts';
import type { ExternalReading } from '../../program/cfa/externals.ts';
import type { AddressRange, InterruptMask } from '../../program/cfa/surroundings.ts';
import type { ContractQuestion } from '../../program/contracts/pass.ts';
import type { Machine } from '../../race/schedule/slices.ts';
import type { OpeningFlags } from './compete-flags.ts';

/** Flags that say how the program is read. */
export interface SourceFlags {
  readonly dataModel: 'ILP32' | 'LP64';
  readonly bigEndian?: boolean;
  readonly include?: readonly string[];
  readonly define?: readonly string[];
  readonly undefine?: readonly string[];
  readonly includeFile?: readonly string[];
  readonly systemInclude?: readonly string[];
  readonly std?: string;
  readonly compileCommands?: string;
  readonly mallocMayFail?: boolean;
}

/** Flags that decide the program and what is asked about it. */
export interface ProgramFlags extends SourceFlags {
  readonly property?: string;
  readonly errorFunction?: readonly string[];
  readonly check?: readonly CheckKind[] | 'termination';
  readonly strict?: readonly CheckKind[];
  readonly lenient?: readonly CheckKind[];
  readonly entry?: string;
  readonly entrySize?: number;
  readonly entryGlobals?: Entry['globals'];
  readonly entryPointers?: Entry['pointers'];
  readonly entryObject?: Entry['objects'];
  readonly contract?: string;
  readonly contractPart?: ContractQuestion['part'];
  readonly inline?: readonly string[];
  readonly ignoreLoopContracts?: boolean;
  readonly interrupt?: readonly string[];
  readonly interruptMask?: readonly InterruptMask[];
  readonly volatile?: readonly string[];
  readonly device?: readonly AddressRange[];
  readonly externals?: ExternalReading;
  readonly external?: Readonly<Record<string, ExternalReading>>;
  readonly arguments?: ArgumentBounds;
}

/** Flags of `lemmata verify`, as commander hands them over. */
export interface VerifyFlags extends OpeningFlags, ProgramFlags {
  /** `lemmata check`: decides each check on its own. */
  readonly each?: boolean;
  readonly first?: boolean;
  readonly retry?: boolean;
  /** Decides only these checks, each on its own: the group of a worker. */
  readonly only?: readonly number[];
  /** Server of the queue that hands checks to workers. */
  readonly queue?: string;
  readonly timeout?: number;
  readonly wholeLimit?: number;
  readonly memory?: number;
  readonly threads?: number;
  readonly portfolio: string;
  readonly engines?: readonly string[];
  readonly witness?: string;
  readonly sarif?: string;
  readonly stream?: string;
  readonly tokenFile?: string;
  readonly report?: string;
  readonly test?: string;
  readonly certificate?: string;
  readonly trust?: 'certifier' | 'proof';
  readonly nativeReplay?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly seed: number;
  readonly exchange?: boolean;
  readonly share?: string;
  readonly cache?: string;
  readonly hints?: string;
  readonly machine?: Machine;
  readonly minimise: boolean;
  readonly color: boolean;
}

export interface ExportFlags extends ProgramFlags {
  readonly format: 'btor2' | 'chc' | 'json' | 'c';
  readonly output?: string;
}

export interface RunFlags extends SourceFlags, Pick<VerifyFlags, 'seed'> {
  readonly inputs?: string;
  readonly steps?: number;
}

export interface ValidateFlags
  extends Pick<
    VerifyFlags,
    | 'property'
    | 'errorFunction'
    | 'dataModel'
    | 'bigEndian'
    | 'include'
    | 'define'
    | 'timeout'
    | 'memory'
    | 'portfolio'
    | 'externals'
    | 'external'
  > {
  readonly witness: string;
  readonly ignoreHashes?: boolean;
}

/** Flags of `lemmata check`. */
export interface CheckFlags extends Omit<VerifyFlags, 'check'> {
  readonly check?: readonly CheckKind[];
  readonly noCheck?: readonly CheckKind[];
}

/** Flags of `lemmata contracts`. */
export interface ContractFlags extends CheckFlags {
  readonly function?: readonly string[];
  readonly jobs: number;
  readonly suggest?: string;
  readonly acsl?: boolean;
}

/**
 * The flags of `lemmata verify` for `lemmata check`, which decides each check of a program on its own.
 * Throws LemmataError if no kind of check is left.
 */
export function flagsOfCheck(flags: CheckFlags): VerifyFlags {
  // The question whether a call satisfies what is required is a check of that kind, whatever else is asked.
  if (flags.contractPart === 'requires') return { ...flags, check: ['requires'], each: true };
  const { check: wanted = flags.contract === undefined ? DEFAULT_CHECKS : CONTRACT_CHECKS, noCheck: unwanted = [] } =
    flags;
  const check = wanted.filter((kind) => !unwanted.includes(kind));
  if (check.length === 0) throw new LemmataError('E-USAGE', 'no kind of check is left');
  return { ...flags, check, each: true };
}
