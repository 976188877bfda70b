import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PREFIX = 'lemmata-tests-';

/**
 * Gives the tests a folder for temporary files of their own, which is gone after all of them. Hooks cannot
 * remove everything: those of a file without running tests are not called, nor is a hook that a test sets. All
 * projects of tests share the folder of the first: sockets have short paths.
 */
export default function setup(): () => void {
  const before = process.env.TMPDIR;
  if (before !== undefined && basename(before).startsWith(PREFIX)) return () => undefined;
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
