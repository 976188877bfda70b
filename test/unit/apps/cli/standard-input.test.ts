import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { forgetStandardInput } from '../../../../src/apps/cli/standard-input.ts';
import { scratchFolder } from '../../../scratch.ts';

const scratch = scratchFolder('kept');
const before = process.env.LEMMATA_STANDARD_INPUT;

afterEach(() => {
  if (before === undefined) delete process.env.LEMMATA_STANDARD_INPUT;
  else process.env.LEMMATA_STANDARD_INPUT = before;
});

/** Whether the file remains when a process whose supervisor is gone forgets its standard input. */
function remains(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'stdin.c');
  writeFileSync(file, 'int main(void) { return 0; }');
  process.env.LEMMATA_STANDARD_INPUT = file;
  forgetStandardInput();
  return existsSync(file);
}

test("only a folder for the standard input is removed, and no folder of the user's", () => {
  expect(remains(join(tmpdir(), 'lemmata-stdin-1234-abcDEF'))).toBe(false);
  expect(remains(join(scratch, 'mine'))).toBe(true);
  expect(remains(join(tmpdir(), 'lemmata-stdin-mine'))).toBe(true);
});
