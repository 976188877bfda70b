import { spawnSync } from 'node:child_process';
import { describe, expect, it, test, vi } from 'vitest';
import { replayNatively } from '../../../../src/apps/compete/native/replay.ts';
import { isAbout, readReports } from '../../../../src/apps/compete/native/reports.ts';
import type { NativeRequest, SanitisedKind } from '../../../../src/apps/compete/native/request.ts';
import { scheduleOf } from '../../../../src/apps/compete/native/schedule.ts';
import type { ViolationInput } from '../../../../src/apps/compete/run/answer.ts';
import { type Opinion, Steps } from '../../../../src/apps/compete/validate/step.ts';
import { put } from '../../../compete/tasks.ts';
import { scratchFolder } from '../../../scratch.ts';

/** Runs of faults, repeated by programs under sanitisers; and what their reports are read as. */

vi.setConfig({ testTimeout: 120_000 });
const folder = scratchFolder('sanitised');
const possible = spawnSync('sh', ['-c', 'cc --version && unshare --user --map-root-user --net true']).status === 0;
if (!possible) console.log('native replay: skipped, there is no compiler, or the network cannot be shut off');

let programs = 0;
/** Repeats a run that ends in line `line` of the text. */
function replay(
  kind: SanitisedKind,
  text: string,
  line: number,
  inputs: readonly Pick<ViolationInput, 'name' | 'type' | 'constant'>[] = [],
  changed: Partial<NativeRequest> = {},
): Promise<Opinion> {
  const file = put(folder, `p${programs++}.c`, text);
  const request: NativeRequest = {
    files: [file],
    preprocessing: { model: 'LP64' },
    errorFunction: `check:${kind}:0`,
    at: { file, line, column: 1 },
    assertions: [],
    inputs: inputs.map((input) => ({ ...input, kind: 'nondet', value: '', block: null, count: 1 })),
    externals: [],
    arguments: null,
    environment: [],
    ...changed,
  };
  return replayNatively(request, new Steps(null));
}

const int = (constant: string) => ({ name: '__VERIFIER_nondet_int', type: 'int', constant });

const SUM = `int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  a = a + 1;
  return a - 1;
}
`;
const CONVERSION = `float __VERIFIER_nondet_float(void);
int main(void) {
  float a = __VERIFIER_nondet_float();
  return (int)a;
}
`;
const KEPT = `#include <stdlib.h>
#include <stdio.h>
int *kept;
int main(void) {
  kept = malloc(4);
  printf("a buffer of the library\\n");
  END
}
`;
const LOST = `#include <stdlib.h>
int main(void) {
  int *mine = malloc(4);
  END
}
`;

/** A race for runs in which the other thread takes the mutex first. */
const RACE = `#include <pthread.h>
int x, flag;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *run(void *argument) {
  x = 1;
  pthread_mutex_lock(&m);
  flag = 1;
  pthread_mutex_unlock(&m);
  x = 2;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_mutex_lock(&m);
  int seen = flag;
  pthread_mutex_unlock(&m);
  if (seen) x = 3;
  pthread_join(t, 0);
  return 0;
}
`;

describe.skipIf(!possible)('a data race', () => {
  const order = (turns: readonly number[]) => replay('data-race', RACE, 18, [], { schedule: { turns, starts: [1] } });

  it('is confirmed by ThreadSanitizer in the order of the calls of the run', async () => {
    expect(await order([0, 1, 1, 0, 0])).toEqual({
      outcome: 'confirmed',
      detail: expect.stringMatching(/^TSan reports data race in .*p\d+\.c:18$/),
    });
  });

  it('is left open in another order, and where the order cannot be forced', async () => {
    expect((await order([0, 0, 0, 1, 1])).outcome).toBe('open');
    const schedule = 'the order is not known';
    expect(await replay('data-race', RACE, 18, [], { schedule })).toEqual({ outcome: 'open', detail: schedule });
  });
});

test.skipIf(!possible)(
  'a call through a null pointer is confirmed, whose function no stack of ASan names',
  async () => {
    const text = `struct s { int (*call)(int); };
static int g(struct s *s, int n) {
  n += s->call(n);
  return n + 1;
}
int main(void) {
  struct s s = { 0 };
  int r = g(&s, 3);
  return r;
}
`;
    expect(await replay('deref', text, 3)).toEqual({
      outcome: 'confirmed',
      detail: 'ASan reports a call through a null pointer',
    });
  },
);

test('the order of calls of a run is that of its steps, by thread', () => {
  const step = (thread: number, name: string, text: string) => ({ thread, function: name, depth: 0, text });
  const begun = [step(0, 'main', 'pthread_create(&t, 0, &run, 0)'), step(1, 'run', 'x = 1')];
  const steps = [...begun, step(1, 'run', 'pthread_mutex_lock(&m)'), step(0, 'main', 'sem_wait(&s)')];
  expect(scheduleOf(steps)).toEqual({ turns: [0, 1, 0], starts: [1] });
  expect(scheduleOf([...steps, step(0, 'main', 'mtx_lock(&m)')])).toContain('C11');
});

describe.skipIf(!possible)('a run into a fault', () => {
  it('is confirmed by a report in its line, and refuted by an end without one', async () => {
    expect(await replay('overflow', SUM, 4, [int('2147483647')])).toEqual({
      outcome: 'confirmed',
      detail: expect.stringMatching(/^UBSan reports signed integer overflow: .* in .*p\d+\.c:4$/),
    });
    expect(await replay('overflow', SUM, 4, [int('5')])).toEqual({
      outcome: 'refuted',
      detail: 'the compiled program ends with 5',
    });
    // What follows the first overflow has no meaning.
    expect(await replay('overflow', SUM, 5, [int('2147483647')])).toMatchObject({
      outcome: 'open',
      detail: expect.stringMatching(/:4, not in line 5$/),
    });
  });

  it('is not confirmed by faults of other kinds', async () => {
    const text = 'int main(void) {\n  int x[2] = {1, 2}, i = 2;\n  return x[i] / (x[1] - 2);\n}\n';
    expect(await replay('shift', text, 3)).toMatchObject({ outcome: 'refuted' });
    expect(await replay('division', text, 3)).toMatchObject({ outcome: 'confirmed' });
    expect(await replay('deref', text, 3)).toMatchObject({ outcome: 'confirmed' });
  });

  it('takes infinities and values that are no numbers', async () => {
    const given = (constant: string) => [{ name: '__VERIFIER_nondet_float', type: 'float', constant }];
    expect(await replay('conversion', CONVERSION, 4, given('__builtin_nanf("")'))).toMatchObject({
      outcome: 'confirmed',
      detail: expect.stringContaining('nan is outside the range'),
    });
    expect(await replay('conversion', CONVERSION, 4, given('3e9f'))).toMatchObject({ outcome: 'confirmed' });
    expect(await replay('conversion', CONVERSION, 4, given('3.0f'))).toMatchObject({ outcome: 'refuted' });
  });

  it('may end at lost or live blocks: return, exit and abort', async () => {
    for (const end of ['return 0;', 'exit(3);', 'abort();']) {
      const kept = KEPT.replace('END', end);
      expect(await replay('memcleanup', kept, 7)).toMatchObject({
        outcome: 'confirmed',
        detail: expect.stringMatching(/^LSan reports Direct leak of 4 byte.*p\d+\.c:5$/),
      });
      expect(await replay('memtrack', kept, 7)).toMatchObject({ outcome: 'refuted' });
      // Only a return takes the variables of main with it.
      expect(await replay('memtrack', LOST.replace('END', end), 4)).toMatchObject({
        outcome: end === 'return 0;' ? 'confirmed' : 'refuted',
      });
      const released = KEPT.replace('END', `free(kept); ${end}`);
      expect(await replay('memcleanup', released, 7)).toMatchObject({ outcome: 'refuted' });
    }
  });

  it('needs no library of sanitisers in a 32-bit program, but for memory', async () => {
    const changed = { preprocessing: { model: 'ILP32' } } as const;
    const text =
      'int __VERIFIER_nondet_int(void);\nint main(void) {\n  return (__VERIFIER_nondet_int() << 1) & 1;\n}\n';
    expect(await replay('overflow', text, 3, [int('1073741824')], changed)).toMatchObject({ outcome: 'confirmed' });
    expect(await replay('overflow', text, 3, [int('1')], changed)).toMatchObject({ outcome: 'refuted' });
    const beyond = 'int main(void) {\n  int x[2] = {1, 2}, i = 2;\n  return x[i];\n}\n';
    const { outcome, detail } = await replay('deref', beyond, 3, [], changed);
    // A machine with the library reports the fault.
    if (outcome !== 'confirmed') expect(detail).toBe('there is no 32-bit library of sanitisers');
  });

  it('is told nothing where no program can be built, or no input be given', async () => {
    expect(await replay('deref', 'int main(void) { return }', 1)).toMatchObject({
      outcome: 'open',
      detail: expect.stringContaining('does not compile'),
    });
    expect(await replay('deref', SUM, 4, [], { inputs: null })).toMatchObject({ outcome: 'open' });
    expect(await replay('deref', SUM, 4, [], { errorFunction: 'check:data-race' })).toMatchObject({ outcome: 'open' });
  });
});

describe('reports of sanitisers', () => {
  it('have their words and the lines of their first stack', () => {
    const text = `noise
a.c:7:12: runtime error: signed integer overflow: 1 + 2147483647 cannot be represented in type 'int'
==5==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x0000004011d1
WRITE of size 4 at 0x602000000010 thread T0
    #0 0x4011d0 in put /home/me/a.c:9
    #1 0x4011d0 in main ../b.c:3:5

0x602000000010 is located 0 bytes inside of 4-byte region
freed by thread T0 here:
    #0 0x7f1 in __interceptor_free ../../libsanitizer/asan/asan_malloc_linux.cpp:52
    #1 0x4011d0 in gone /home/me/a.c:1
`;
    const [first, second, ...further] = readReports(text);
    expect(first).toMatchObject({ by: 'UBSan', places: [{ file: 'a.c', line: 7 }] });
    expect(second).toEqual({
      by: 'ASan',
      what: 'heap-use-after-free',
      places: [
        { file: '/home/me/a.c', line: 9 },
        { file: '../b.c', line: 3 },
      ],
    });
    expect(further).toEqual([]);
  });

  it('are about one kind of checks each', () => {
    const asan = (what: string) => ({ by: 'ASan', what }) as const;
    expect(isAbout('free', asan('attempting double-free'))).toBe(true);
    expect(isAbout('deref', asan('attempting double-free'))).toBe(false);
    expect(isAbout('deref', asan('heap-use-after-free'))).toBe(true);
    expect(isAbout('free', asan('heap-use-after-free'))).toBe(false);
    expect(isAbout('overflow', { by: 'UBSan', what: 'shift exponent 40 is too large' })).toBe(false);
    expect(isAbout('shift', { by: 'UBSan', what: 'shift exponent 40 is too large' })).toBe(true);
  });
});
