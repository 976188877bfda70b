import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CompileStatus } from '../../../src/race/messages/compile-status.ts';
import type { Model } from '../../../src/race/messages/model.ts';
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

test('a run is replayed in the model that the call names', async () => {
  const file = join(scratchFolder('open-checks'), 'a.c');
  writeFileSync(file, PROGRAM);
  const task = await prepareTask({ files: [file], eachCheck: true, checks: ['deref', 'division'] });
  const thread = new CallingThread(compileThreadApi(), () => {
    throw new Error('the program needs no thread');
  });
  const compiled = await compileTask(task, thread, new CompileStatus(), new Promise(() => {}), () => {});
  if (compiled.kind !== 'compiled') throw new Error('the program is not compiled');
  const { model: whole, checks } = compiled;
  const replayed = async ({ id }: Model): Promise<string> =>
    (await thread.call((remote) => remote.replay(id, { inputs: [], approximations: [] }))).kind;
  const labels = checks.flatMap(({ kind, name }) => (kind === 'division' ? [name] : []));
  expect(await replayed(whole)).toBe('reproduced');
  // The invalid write comes first, and ends the run without blame.
  const divisions = await thread.call((remote) => remote.modelFor(labels));
  expect(divisions.property.errorFunctions).toEqual(labels);
  expect(await replayed(divisions)).not.toBe('reproduced');
  expect(await replayed(whole)).toBe('reproduced');
  // The same model is made once. One for other checks takes its place, unless it is kept.
  const modelFor = (kind: string, isKept = false): Promise<Model> => {
    const asked = checks.flatMap((check) => (check.kind === kind ? [check.name] : []));
    return thread.call((remote) => remote.modelFor(asked, isKept));
  };
  expect((await modelFor('division')).id).toBe(divisions.id);
  const accesses = await modelFor('deref', true);
  await expect(replayed(divisions)).rejects.toThrow(`there is no model ${divisions.id}`);
  expect((await modelFor('division')).id).not.toBe(divisions.id);
  expect(await replayed(accesses)).toBe('reproduced');
  expect((await modelFor('deref')).id).toBe(accesses.id);
});
