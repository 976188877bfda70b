import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { csmithHeaders } from './csmith.ts';
import { askCommand, csmithTasks } from './csmith-tasks.ts';

/** A few programs of csmith as verification tasks for the command as built; `scripts/csmith-tasks.ts` makes many. */

const headers = csmithHeaders();
if (headers === null) console.log('skipped: no csmith here');
const folder = mkdtempSync(join(tmpdir(), 'lemmata-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.runIf(headers !== null)('programs of csmith as tasks', { timeout: 120_000 }, () => {
  it.each([
    { seed: 1, floats: false },
    { seed: 5, floats: false },
    { seed: 4, floats: true },
  ])('seed $seed, floats $floats', ({ seed, floats }) => {
    const tasks = csmithTasks(seed, { headers: headers!, floats });
    expect(tasks).toHaveLength(2);
    for (const task of tasks!) {
      const { verdict } = askCommand(resolve('dist/cli.js'), task, join(folder, 'program.c'), 8);
      expect(['UNKNOWN', task.expected]).toContain(verdict);
    }
  });
});
