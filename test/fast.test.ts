import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { FAST } from './fast.ts';

/**
 * The fast subset has a test for each room of `src`: a test file, or a module that it shares with
 * others, imports the room itself.
 */

const ROOT = new URL('..', import.meta.url).pathname;

/** The files that a file imports by relative paths. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/\bfrom '(\.[^']+)'/g)].map(([, path]) => normalize(join(dirname(file), path)));
}

/** The rooms that test files import, directly or through modules outside `src`. */
function importedRooms(files: readonly string[]): Set<string> {
  const rooms = new Set<string>();
  const seen = new Set(files);
  for (const file of seen) {
    const [top, wing, room] = file.split('/');
    if (top === 'src') rooms.add(wing).add(`${wing}/${room}`);
    else if (file.endsWith('.ts')) for (const next of importsOf(file)) seen.add(next);
  }
  return rooms;
}

test('names files that exist', () => {
  expect(FAST.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('imports each room', () => {
  const foldersIn = (path: string): readonly string[] =>
    readdirSync(join(ROOT, 'src', path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(path, name));
  const wings = foldersIn('');
  // Tests reach the rooms of the other wings through the wing itself.
  const rooms = [...wings, ...['logic', 'system'].flatMap(foldersIn)];
  const imported = importedRooms(FAST);
  expect(rooms.length).toBeGreaterThan(20);
  expect(rooms.filter((room) => !imported.has(room))).toEqual([]);
});
