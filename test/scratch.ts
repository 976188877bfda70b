import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/**
 * A new empty folder for a test file, which is gone after its tests, or after all tests at the latest
 * (`folder-of-tests.ts`). `name` tells whose it is.
 */
export function scratchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `lemmata-${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
