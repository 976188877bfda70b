import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commandLine } from '../../../../../src/apps/output/report/command-line.ts';

const bash = spawnSync('bash', ['--version']).status === 0;

it.skipIf(!bash)('is read by bash as it was meant, whatever bytes there are', () => {
  const text = fc.string({
    unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)),
    maxLength: 8,
  });
  fc.assert(
    fc.property(fc.array(fc.array(text, { maxLength: 4 }), { minLength: 25, maxLength: 50 }), (lists) => {
      const script = lists.map((given) => commandLine("printf '%s\\0'", ['', ...given])).join('\n');
      const { stdout } = spawnSync('bash', ['-c', script], { env: { LC_ALL: 'C' } });
      const read = stdout.toString('latin1').split('\0').slice(0, -1);
      expect(read).toEqual(lists.flatMap((given) => (given.length === 0 ? [''] : given)));
    }),
    { numRuns: 4 },
  );
});
