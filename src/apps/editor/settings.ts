import type { ByteOrder } from '../../base/byte-order.ts';
import type { DataModel } from '../../c/types/types.ts';
import { CHECK_KINDS, type CheckKind } from '../../program/cfa/checks/kinds.ts';

/** Settings of the language server, as editors give them under `lemmata`. */
export interface Settings {
  /** `verify`: one verdict on a program. `check`: each of its checks is decided. */
  readonly kind: 'verify' | 'check';
  readonly verifyOnOpen: boolean;
  readonly verifyOnSave: boolean;
  /** Kinds of checks; [] for the ones of the command. */
  readonly checks: readonly CheckKind[];
  /** Wall-clock limit of a verification in seconds. */
  readonly timeout: number;
  /** Memory of the server in MB; null: the library's default. */
  readonly memory: number | null;
  /** Number of engines that run at once; null: the library's default. */
  readonly threads: number | null;
  readonly dataModel: DataModel;
  readonly byteOrder: ByteOrder;
  /** Folders for `#include`, relative to the workspace. */
  readonly includes: readonly string[];
  /** Macros: `NAME` or `NAME=VALUE`. */
  readonly defines: readonly string[];
  /** Path of `compile_commands.json`, relative to the workspace; null: none. */
  readonly compileCommands: string | null;
  /** Further C files of the program, relative to the workspace. */
  readonly files: readonly string[];
}

export const DEFAULT_SETTINGS: Settings = {
  kind: 'verify',
  verifyOnOpen: true,
  verifyOnSave: true,
  checks: [],
  timeout: 30,
  memory: null,
  threads: null,
  dataModel: 'LP64',
  byteOrder: 'little',
  includes: [],
  defines: [],
  compileCommands: null,
  files: [],
};

/** Settings that were read, and a sentence for each one that has no meaning. */
export interface ReadSettings {
  readonly settings: Settings;
  readonly problems: readonly string[];
}

/** Reads settings from plain data. A value without meaning is reported, and the default takes its place. */
export function readSettings(given: unknown): ReadSettings {
  const problems: string[] = [];
  const values = new Map<string, unknown>(typeof given === 'object' && given !== null ? Object.entries(given) : []);
  const read = <T>(
    name: keyof Settings,
    fallback: T,
    expected: string,
    parse: (value: unknown) => T | undefined,
  ): T => {
    const value = values.get(name);
    if (value === undefined || value === null) return fallback;
    const parsed = parse(value);
    if (parsed === undefined) problems.push(`lemmata.${name} must be ${expected}`);
    return parsed ?? fallback;
  };
  const fallback = DEFAULT_SETTINGS;
  const settings: Settings = {
    kind: read('kind', fallback.kind, 'verify or check', (value) =>
      value === 'verify' || value === 'check' ? value : undefined,
    ),
    verifyOnOpen: read('verifyOnOpen', fallback.verifyOnOpen, 'true or false', boolean),
    verifyOnSave: read('verifyOnSave', fallback.verifyOnSave, 'true or false', boolean),
    checks: read('checks', fallback.checks, `a list of ${CHECK_KINDS.join(', ')}`, checks),
    timeout: read('timeout', fallback.timeout, 'a positive number of seconds', positive),
    memory: read('memory', fallback.memory, 'a positive number of MB', positive),
    threads: read('threads', fallback.threads, 'a positive number', (value) =>
      Number.isSafeInteger(value) ? positive(value) : undefined,
    ),
    dataModel: read('dataModel', fallback.dataModel, 'ILP32 or LP64', (value) =>
      value === 'ILP32' || value === 'LP64' ? value : undefined,
    ),
    byteOrder: read('byteOrder', fallback.byteOrder, 'little or big', (value) =>
      value === 'little' || value === 'big' ? value : undefined,
    ),
    includes: read('includes', fallback.includes, 'a list of folders', texts),
    defines: read('defines', fallback.defines, 'a list of macros', texts),
    compileCommands: read('compileCommands', fallback.compileCommands, 'a path', (value) =>
      typeof value !== 'string' ? undefined : value === '' ? null : value,
    ),
    files: read('files', fallback.files, 'a list of files', texts),
  };
  return { settings, problems };
}

function boolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
}

function texts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

function checks(value: unknown): readonly CheckKind[] | undefined {
  const names = texts(value);
  if (names === undefined) return undefined;
  const kinds = CHECK_KINDS.filter((kind) => names.includes(kind));
  return kinds.length === new Set(names).size ? kinds : undefined;
}
