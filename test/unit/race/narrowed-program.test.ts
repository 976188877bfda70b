import { expect, test } from 'vitest';
import type { Check } from '../../../src/program/cfa/checks/places.ts';
import { NarrowedProgram } from '../../../src/race/coordinator/narrowed-program.ts';
import { checksProperty } from '../../../src/race/property.ts';
import type { CompileThread } from '../../../src/race/threads/calling-thread.ts';
import type { Compiled } from '../../../src/race/threads/compiling.ts';

const checks = ['a', 'b', 'c'].map((name) => ({ name }) as Check);
const whole = { kind: 'compiled', checks, property: checksProperty(['deref']), program: null } as unknown as Compiled;

/** A compile thread that notes which checks it has the program for. */
class Thread implements CompileThread {
  has = 'a b c';
  readonly calls: string[] = [];
  async call<T>(method: Parameters<CompileThread['call']>[0]): Promise<T> {
    const note = (name: string, open: readonly string[]): void => {
      this.has = open.join(' ');
      this.calls.push(`${name} ${this.has}`);
    };
    const api = {
      narrow: async (open: readonly string[]) => {
        note('narrow', open);
        return { ok: true, value: { ...whole, property: { ...whole.property, errorFunctions: open } } };
      },
      open: async (open: readonly string[]) => {
        note('open', open);
        return { ok: true, value: new SharedArrayBuffer(1) };
      },
    };
    const answer = await method(api as never);
    if (!answer.ok) throw new Error('the call failed');
    return answer.value as T;
  }
}

test('the compile thread has the program with the checks that were asked for last', async () => {
  const thread = new Thread();
  const program = new NarrowedProgram(whole, thread, 7, (result) => result);
  expect(await program.encoded(checks)).toBe(whole);
  expect((await program.forRuns(checks))?.property.errorFunctions).toEqual(['a', 'b', 'c']);
  expect([thread.calls, program.encoding]).toEqual([[], 7]);
  for (const asked of [checks.slice(1), checks, checks.slice(0, 1), checks]) {
    const names = asked.map(({ name }) => name);
    expect((await program.encoded(asked))?.property.errorFunctions).toEqual(names);
    expect(thread.has).toBe(names.join(' '));
    expect((await program.forRuns(asked.slice(-1)))?.property.errorFunctions).toEqual(names.slice(-1));
    expect(thread.has).toBe(names.at(-1));
  }
});

test('there is no program once the verification is over', async () => {
  const program = new NarrowedProgram(whole, new Thread(), 0, async () => null);
  expect(await program.encoded(checks.slice(1))).toBeNull();
  expect(await program.forRuns(checks.slice(1))).toBeNull();
});
