import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { globSync, isDynamicPattern } from 'tinyglobby';
import { LemmataError } from '../../../base/errors.ts';
import { readProblem } from '../../../base/files.ts';

/**
 * Reads the text of a user's file. Throws LemmataError `E-INPUT` with a message that names the file
 * and the problem. Devices and pipes, which may never end, are refused.
 */
export function readText(file: string): string {
  try {
    if (statSync(file).isFile()) return readFileSync(file, 'utf8');
  } catch (error) {
    throw new LemmataError('E-INPUT', `cannot read ${file}: ${readProblem(error)}`, null, { cause: error });
  }
  throw new LemmataError(
    'E-INPUT',
    `cannot read ${file}: it is ${statSync(file).isDirectory() ? 'a directory' : 'no regular file'}`,
  );
}

/**
 * Absolute paths of the files that a name or a glob pattern stands for, in order; [] if nothing
 * matches. `folder`: base of relative names.
 */
export function expandPattern(pattern: string, folder: string): readonly string[] {
  const path = resolve(folder, pattern);
  if (isThere(path)) return [path];
  const parts = pattern.split('/');
  const first = parts.findIndex((part) => isDynamicPattern(part));
  if (first < 0) return [];
  // The folders before the first pattern character are plain names, even if `folder` contains such
  // characters.
  const cwd = resolve(
    folder,
    `${parts.slice(0, first).join('/')}/`.replace(/^\/$/, pattern.startsWith('/') ? '/' : '.'),
  );
  const rest = parts.slice(first).join('/');
  return globSync(rest, { cwd, absolute: true, expandDirectories: false, dot: true })
    .map((file) => resolve(file))
    .sort();
}

/**
 * Whether a path leads to something. Invalid names, and paths that this process may not search, do
 * not.
 */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The names or patterns of a list, one per line, relative to the list; empty lines and comments (`#`)
 * are left out. Line numbers start at 1.
 */
export function listEntries(text: string): readonly { readonly line: number; readonly pattern: string }[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((entry, index) => ({ line: index + 1, pattern: entry.trim() }))
    .filter(({ pattern }) => pattern !== '' && !pattern.startsWith('#'));
}

export function folderOf(file: string): string {
  return dirname(resolve(file));
}
