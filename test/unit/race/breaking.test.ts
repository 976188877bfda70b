import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { breakText } from '../../../src/apps/output/report/break-text.ts';
import { CompileStatus } from '../../../src/race/messages/compile-status.ts';
import { prepareTask } from '../../../src/race/options/options.ts';
import { compileJobOf } from '../../../src/race/threads/compiling.ts';
import type { Break } from '../../../src/race/verdict.ts';
import { compileThreadApi } from '../../../src/race/worker/compile-thread.ts';
import { scratchFolder } from '../../scratch.ts';

const folder = scratchFolder('breaking');

/** Why induction alone does not prove each check, by line. */
async function breaksOf(text: string): Promise<ReadonlyMap<number, Break>> {
  const file = join(folder, 'a.c');
  writeFileSync(file, text);
  const task = await prepareTask({ files: [file], eachCheck: true, checks: ['deref', 'assertion', 'overflow'] });
  const api = compileThreadApi();
  const answer = await api.compile(compileJobOf(task), { status: new CompileStatus().shared, patience: null });
  if (!answer.ok || answer.value.kind !== 'compiled') throw new Error('the program is not compiled');
  const { model, checks } = answer.value;
  const job = { checks: checks.map(({ name }) => name), proofs: [], milliseconds: 20_000 };
  const found = await api.breaks(model.id, job);
  if (!found.ok) throw new Error(found.error.message);
  const lines = new Map(checks.map(({ name, at }) => [name, at.line]));
  return new Map([...found.value].map(([name, one]) => [lines.get(name) ?? 0, one]));
}

const number = ({ values }: { readonly values: Break['state']['values'] }, name: string): number =>
  Number(values.find((one) => one.name === name)?.value);

it('an open check names the condition that it needs, and a state whose turn breaks that', async () => {
  const breaks = await breaksOf(`extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[40];
  unsigned pos = 0, step = 3;
  while (__VERIFIER_nondet_int()) {
    a[pos] = 1;
    if (pos + step < 40) pos += step;
  }
  return 0;
}
`);
  expect([...breaks.keys()]).toEqual([6]);
  const one = breaks.get(6)!;
  expect(one.state).toMatchObject({ at: { line: 5, column: 3 }, keyword: 'while' });
  expect(number(one.state, 'pos')).toBeGreaterThanOrEqual(40);
  const text = breakText(one, 'from which it fails').replaceAll(folder, '').replaceAll(/= \d+/g, '= N');
  expect(text).toBe('at the while at /a.c:5:3, nothing known excludes pos = N, from which it fails');
});

it('the state before is one in which the check holds', async () => {
  const breaks = await breaksOf(`extern int __VERIFIER_nondet_int(void);
#include <assert.h>
int main(void) {
  unsigned x = 0, y = 0;
  while (x < 10) {
    assert(y <= 20);
    x++;
    if (__VERIFIER_nondet_int()) y += 2;
  }
  return 0;
}
`);
  const one = breaks.get(6);
  if (one === undefined) throw new Error('no state is found');
  expect(one.needs).toBe('x >= 10 || y <= 20');
  expect(number(one.state, 'y')).toBeGreaterThan(20);
  expect(number(one.from!, 'y')).toBeLessThanOrEqual(20);
  expect(number(one.from!, 'y') + 2).toBeGreaterThan(20);
  expect(breakText(one, '')).toMatch(
    /^needs x >= 10 \|\| y <= 20 at the while at .*: a turn from .*y = (19|20).* breaks it$/,
  );
});
