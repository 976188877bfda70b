import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { csmithHeaders } from './csmith.ts';
import { askCommand, csmithTasks } from './csmith-tasks.ts';

/**
 * A few programs of csmith as verification tasks for the command as built;
 * `scripts/csmith-tasks.ts` makes many. A loaded machine may leave them open within LIMIT seconds.
 * Each of the first seed is decided within PATIENCE seconds, of which the command needs two where
 * nothing else runs.
 */
const LIMIT = 3;
const PATIENCE = 150;

const headers = csmithHeaders();
if (headers === null) console.log('skipped: no csmith here');
const folder = scratchFolder('csmith-tasks');

describe.runIf(headers !== null)('programs of csmith as tasks', { timeout: 400_000 }, () => {
  it.each([
    { seed: 1, floats: false, decided: true },
    { seed: 4, floats: true, decided: false },
  ])('seed $seed, floats $floats', ({ seed, floats, decided }) => {
    const tasks = csmithTasks(seed, { headers: headers!, floats });
    expect(tasks).toHaveLength(2);
    for (const task of tasks!) {
      const { verdict } = askCommand(
        resolve('dist/cli.js'),
        task,
        join(folder, 'program.c'),
        decided ? PATIENCE : LIMIT,
      );
      expect(decided ? [task.expected] : ['UNKNOWN', task.expected]).toContain(verdict);
    }
  });
});
