import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

vi.setConfig({ testTimeout: 240_000 });
const folder = scratchFolder('entry');
const program = join(folder, 'scale.c');
writeFileSync(
  program,
  `static int half(int n) { return n / 2; }
int scaled(const int *table, int n) {
  if (table == 0) return half(n);
  return n / (table[0] - 7);
}
`,
);

it('tells which command a program is for, where there is none', async () => {
  const { code, stdout, stderr } = await lemmata([program]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^lemmata: error: a command comes first: lemmata verify \S+scale\.c .*lemmata check/);
});

describe('a program without main', () => {
  it('is told where it may begin', async () => {
    const { code, stderr } = await lemmata(['verify', program]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      'scale.c: there is no function main; --entry NAME begins at another function (half, scaled)',
    );
  });

  it('is told what looks for faults where it states nothing', async () => {
    const { code, stderr } = await lemmata(['verify', '--entry', 'scaled', program]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('other faults with lemmata check')]);
  });

  it('has arguments as inputs, and no hidden caller', async () => {
    const { code, stdout, stderr } = await lemmata([
      'check',
      '--entry',
      'scaled',
      '--check',
      'division',
      '--timeout',
      '60',
      program,
    ]);
    const text = `${stdout}${stderr}`;
    expect(code).toBe(10);
    expect(text).toContain('scale.c:4:12: violated: division');
    expect(text).toMatch(/n = \S+ \(argument\)/);
    expect(text).toContain('table is not NULL');
    expect(text).toMatch(/table leads to \{7, /);
    expect(text).not.toMatch(/\$entry|_is_given|_target|not initialised/);
  });
});
