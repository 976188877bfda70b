import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { LemmataError, messageOf } from '../../base/errors.ts';
import type { DataModel } from '../types/types.ts';
import { meaningOfFlags } from './compiler-flags.ts';

/** Compilation of a program: its files, flags and data model. */
export interface Build {
  /** Files that the user named, or all C files of the list. */
  readonly files: readonly string[];
  /** Flags for the preprocessor, by file. */
  readonly flags: Readonly<Record<string, readonly string[]>>;
  /** Data model; null if the list does not say. */
  readonly model: DataModel | null;
  readonly isBigEndian: boolean;
}

interface Entry {
  /** Absolute path of the folder in which the compiler runs. */
  readonly directory: string;
  /** Absolute path of the file. */
  readonly path: string;
  readonly words: readonly string[];
}

/**
 * Reads a JSON compilation database (clang.llvm.org/docs/JSONCompilationDatabase.html), as CMake,
 * Meson and Bear write it. The first of several entries for one file counts. Throws LemmataError
 * `E-INPUT` if the file is not such a database, or lacks a named file. It throws the same if files are
 * compiled for different data models.
 */
export function readCompileCommands(database: string, named: readonly string[]): Build {
  const byPath = new Map<string, Entry>();
  for (const entry of entriesOf(database))
    if (!byPath.has(canonical(entry.path))) byPath.set(canonical(entry.path), entry);
  const chosen =
    named.length > 0 ? named.map((file) => [file, byPath.get(canonical(resolve(file)))] as const) : allOf(byPath);
  const flags: Record<string, readonly string[]> = {};
  const models = new Map<DataModel, string>();
  const orders = new Map<boolean, string>();
  for (const [file, entry] of chosen) {
    if (entry === undefined) throw new LemmataError('E-INPUT', `${database} has no entry for ${file}`);
    const meaning = meaningOfFlags(entry.words.slice(1), entry.directory, file);
    flags[file] = meaning.flags;
    models.set(meaning.model ?? 'LP64', file);
    orders.set(meaning.isBigEndian, file);
  }
  if (chosen.length === 0) throw new LemmataError('E-INPUT', `${database} has no entry for a C file`);
  const model = only(models, String, 'data model');
  const isBigEndian = only(orders, (isBig) => (isBig ? 'big-endian machines' : 'little-endian ones'), 'byte order');
  return { files: chosen.map(([file]) => file), flags, model: model === 'LP64' ? null : model, isBigEndian };
}

/** Returns the value that all files have, which are listed by value. Throws LemmataError `E-INPUT`. */
function only<T>(files: ReadonlyMap<T, string>, textOf: (value: T) => string, what: string): T {
  const [first, second] = [...files];
  if (second === undefined) return first[0];
  const texts = [first, second].map(([value, file]) => [file, textOf(value)]);
  throw new LemmataError(
    'E-INPUT',
    `${texts[0][0]} is compiled for ${texts[0][1]}, and ${texts[1][0]} for ${texts[1][1]}: one program has one ${what}`,
  );
}

/** Lists the C files; each path is relative if it lies below the current folder. */
function allOf(byPath: ReadonlyMap<string, Entry>): readonly (readonly [string, Entry])[] {
  return [...byPath.values()]
    .filter(({ path }) => /\.[ci]$/i.test(path))
    .map((entry) => {
      const near = relative('.', entry.path);
      return [near.startsWith('..') ? entry.path : near, entry] as const;
    });
}

/** Resolves symbolic links, so that paths of one file are equal. */
function canonical(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

function entriesOf(database: string): readonly Entry[] {
  const fail = (why: string): never => {
    throw new LemmataError('E-INPUT', `${database}: ${why}`);
  };
  let list: unknown;
  try {
    list = JSON.parse(readFileSync(database, 'utf8'));
  } catch (error) {
    return fail(messageOf(error));
  }
  if (!Array.isArray(list)) return fail('it is not a list of commands');
  return list.map((item: unknown, index) => {
    const {
      directory,
      file,
      arguments: words,
      command,
    } = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : {};
    if (typeof directory !== 'string' || typeof file !== 'string')
      return fail(`entry ${index + 1} has no directory or no file`);
    const place = resolve(dirname(database), directory);
    const split = Array.isArray(words) ? words.map(String) : typeof command === 'string' ? shellWords(command) : null;
    if (split === null) return fail(`entry ${index + 1} has neither arguments nor a command that is well quoted`);
    return { directory: place, path: resolve(place, file), words: split };
  });
}

/**
 * Splits a command line into words as a POSIX shell does: at blanks, with backslashes, single and
 * double quotes. It expands nothing, since build systems write commands without variables and
 * patterns. Null where a quote is not closed. Linear.
 */
export function shellWords(command: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: '"' | "'" | null = null;
  for (let i = 0; i < command.length; i++) {
    const c = command[i];
    if (quote === "'") {
      if (c === "'") quote = null;
      else word = (word ?? '') + c;
    } else if (c === '\\' && quote === '"') {
      const next = command[i + 1] ?? '';
      // Within double quotes a backslash stands for itself before most characters.
      const escapes = next !== '' && '$`"\\\n'.includes(next);
      if (escapes) i += 1;
      if (!escapes || next !== '\n') word = (word ?? '') + (escapes ? next : c);
    } else if (c === '\\') {
      i += 1;
      if (command[i] !== '\n') word = (word ?? '') + (command[i] ?? '\\');
    } else if (quote === '"') {
      if (c === '"') quote = null;
      else word = (word ?? '') + c;
    } else if (c === "'" || c === '"') {
      quote = c;
      word ??= '';
    } else if (c === ' ' || c === '\t' || c === '\n') {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + c;
  }
  if (quote !== null) return null;
  return word === null ? words : [...words, word];
}
