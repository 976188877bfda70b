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
#define larger grow
#define grow(table, n) scaled(table, n)
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

  it('is told which name is near to one that no function has', async () => {
    const [near, macro, far] = await Promise.all(
      ['scaled2', 'larger', 'other'].map((name) => lemmata(['verify', '--entry', name, program])),
    );
    expect(near.stderr).toContain('there is no function scaled2; did you mean scaled?');
    expect(macro.stderr).toContain('there is no function larger; it is a macro, which stands for scaled');
    expect(far.stderr).toMatch(/there is no function other$/m);
  });

  it('says what objects have which length, and refuses those of no argument', async () => {
    const asked = ['check', '--check', 'deref', '--entry', 'scaled', '--entry-object'];
    const [right, pointer, length, form] = await Promise.all(
      ['table: n', 'tables: n', 'table: m', 'table = n'].map((object) => lemmata([...asked, object, program])),
    );
    expect(`${right.stdout}${right.stderr}`).toContain('table leads to n elements, at most 2^31 - 1.');
    expect(right.stdout).toContain('violated');
    expect(pointer.stderr).toContain('scaled has no pointer tables');
    expect(length.stderr).toContain('scaled has no integer m, which table is to have as its length');
    expect(form.stderr).toContain("such as 'buf: len'");
  });

  it('gets Booleans that are 0 or 1', async () => {
    const file = join(folder, 'truth.c');
    writeFileSync(file, '#include <assert.h>\nvoid f(_Bool *p, _Bool q) { assert(q + (p ? p[1] : 0) <= 2); }\n');
    const { stdout, stderr } = await lemmata(['verify', '--entry', 'f', file]);
    expect(`${stdout}${stderr}`).not.toContain('indeterminate');
    expect(stdout).toContain('TRUE');
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

it('reads past clauses of contracts, and names their terms where the program is to compute them', async () => {
  const texts = {
    requires: 'int f(int x)\n__CPROVER_requires(x > 1)\n{ return x; }\nint main(void) { assert(f(1) == 1); }\n',
    loop_invariant:
      'int main(void) { int i = 0; while (i < 3) __CPROVER_loop_invariant(i < 2) { i++; } assert(i == 3); }\n',
    forall: 'int main(void) { int x = __CPROVER_forall { int k; k == k }; assert(x); }\n',
    old: 'int main(void) { int x = 1; assert(__CPROVER_old(x)); }\n',
  };
  const answers = await Promise.all(
    Object.entries(texts).map(async ([name, text]) => {
      const file = join(folder, `${name}.c`);
      writeFileSync(file, `#include <assert.h>\n${text}`);
      const { stdout, stderr } = await lemmata(['verify', file]);
      return [name, `${stdout}${stderr}`] as const;
    }),
  );
  const [requires, invariant, forall, old] = answers.map(([, text]) => text);
  expect(requires).toContain('Verification result: TRUE');
  expect(invariant).toContain('Verification result: TRUE');
  expect(forall).toContain('UNKNOWN (unsupported: a quantifier without a range');
  expect(old).toContain('__CPROVER_old, a part of a contract,');
});

it('names what the run rests on, not what only other runs meet', async () => {
  const { stdout, stderr } = await lemmata(['verify', '--engines', 'bmc', 'test/programs/qsort-equal-keys-unknown.c']);
  expect(`${stdout}${stderr}`).toMatch(/UNKNOWN \(unsupported: what qsort leaves open/);
});
