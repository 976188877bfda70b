import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import schema from '../../schemas/result.schema.json' with { type: 'json' };
import { decide } from '../../src/apps/output/report/library.ts';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

const folder = scratchFolder('hints');
const PROGRAM = `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0, y = 0;
  if (n > 1000) return 0;
  while (x < n) { x++; if (x % 2 == 0) y += 2; }
  int late = 3;
  if (y > x) reach_error();
  return late / (int)(n + 1);
}
`;
writeFileSync(join(folder, 'a.c'), PROGRAM);
writeFileSync(join(folder, 'h.txt'), 'a.c:6: y <= x && x <= 1000\nmain.0: y == x\na.c:8: 10 / (y - 40) < x\n');
const isResult = new Ajv({ allowUnionTypes: true }).compile(schema);

it('hints are told as proved or false, and change no answer', async () => {
  const { stdout, stderr, code } = await lemmata(['verify', '--timeout', '60', '--hints', 'h.txt', 'a.c'], {
    cwd: folder,
  });
  expect(stdout).toContain('h.txt:1:8: hint proved: y <= x && x <= 1000\n');
  expect(stdout).toMatch(/h.txt:2:9: hint false: y == x\n {4}Inputs:\n[\s\S]*the hint does not hold\n/);
  expect(stdout).not.toContain('__VERIFIER_nondet_lemmata');
  expect(stdout).toContain('Verification result: TRUE\n');
  expect(stderr).not.toContain('internal error');
  expect(code).toBe(0);
});

it('faults within hints are no faults of the program', async () => {
  const given = ['--timeout', '60', '--hints', 'h.txt', '--json', 'a.c'];
  const checked = await lemmata(['check', '--check', 'division', ...given], { cwd: folder });
  const result = JSON.parse(checked.stdout);
  expect(isResult(result), JSON.stringify(isResult.errors)).toBe(true);
  const divisions = result.results.flatMap((one: { checks: { at: object }[] }) => one.checks.map(({ at }) => at));
  expect(divisions).toEqual([{ file: 'a.c', line: 9, column: 15 }]);
  expect(result.verdict).toBe('TRUE');
  expect(result.hints.map(({ state }: { state: string }) => state).slice(0, 2)).toEqual(['proved', 'false']);
  const whole = await lemmata(['verify', '--check', 'division', ...given], { cwd: folder });
  expect(JSON.parse(whole.stdout).verdict).toBe('TRUE');
});

it('wrong hints are messages with their places', async () => {
  writeFileSync(join(folder, 'wrong.txt'), '\na.c:6: x < z\n');
  const { stderr, code } = await lemmata(['check', '--hints', 'wrong.txt', 'a.c'], { cwd: folder });
  expect(stderr).toMatch(/^wrong.txt:2:12: error.*'z' undeclared\n {9}x < z\n {13}\^\n/);
  expect(code).toBe(2);
});

it('the library takes hints, also for texts', async () => {
  const hints = [{ place: 'a.c:6', expression: 'y <= x' }];
  const answer = await decide({ sources: { 'a.c': PROGRAM }, hints, timeout: 60 });
  expect(answer.verdict).toBe('TRUE');
  expect(answer.hints).toMatchObject([{ hint: 'y <= x', at: { line: 1 }, function: 'main', state: 'proved' }]);
});
