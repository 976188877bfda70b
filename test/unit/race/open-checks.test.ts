import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NarrowedProgram } from '../../../src/race/coordinator/narrowed-program.ts';
import { prepareTask } from '../../../src/race/options/options.ts';
import { CallingThread } from '../../../src/race/threads/calling-thread.ts';
import { compileTask } from '../../../src/race/threads/compiling.ts';
import { compileThreadApi } from '../../../src/race/worker/compile-thread.ts';
import { scratchFolder } from '../../scratch.ts';

const PROGRAM = `int main(void) {
  int a[2] = { 0 }, i = 2, zero = 0;
  a[i] = 1;
  return 5 / zero;
}
`;

test('a run is replayed in the program with the checks that were asked for last', async () => {
  const file = join(scratchFolder('open-checks'), 'a.c');
  writeFileSync(file, PROGRAM);
  const task = await prepareTask({ files: [file], eachCheck: true, checks: ['deref', 'division'] });
  const thread = new CallingThread(compileThreadApi(), () => {
    throw new Error('the program needs no thread');
  });
  const whole = await compileTask(task, thread, new Promise(() => {}), () => {});
  if (whole.kind !== 'compiled') throw new Error('the program is not compiled');
  const program = new NarrowedProgram(whole, thread, 0, (result) => result);
  const replayed = async (): Promise<string> =>
    (await thread.call((remote) => remote.replay({ inputs: [], approximations: [] }))).kind;
  const divisions = whole.checks.filter(({ kind }) => kind === 'division');
  expect(await replayed()).toBe('reproduced');
  // The invalid write comes first, and ends the run without blame.
  expect((await program.forRuns(divisions))?.property.errorFunctions).toEqual(divisions.map(({ name }) => name));
  expect(await replayed()).not.toBe('reproduced');
  expect(await program.encoded(whole.checks)).toMatchObject({ checks: whole.checks });
  expect(await replayed()).toBe('reproduced');
  await program.encoded(divisions);
  expect(await replayed()).not.toBe('reproduced');
  await program.forRuns(whole.checks);
  expect(await replayed()).toBe('reproduced');
});
