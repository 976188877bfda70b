import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

const folder = scratchFolder('run-threads');

/** Two threads add to a counter, and the program exits with its value. */
function counter(name: string, add: string): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    `#include <pthread.h>
#include <stdio.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
extern int __VERIFIER_nondet_int(void);
int counter, step;
void *work(void *name) {
  for (int i = 0; i < 3; i++) { ${add} }
  printf("%s ends\\n", (char *)name);
  return NULL;
}
int main(int argc, char **argv) {
  pthread_t a, b;
  step = __VERIFIER_nondet_int();
  pthread_create(&a, NULL, work, "A");
  pthread_create(&b, NULL, work, argc > 1 ? argv[1] : "B");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return counter;
}
`,
  );
  return path;
}

const LOCKED = counter('locked.c', 'pthread_mutex_lock(&m); counter += step; pthread_mutex_unlock(&m);');
const RACY = counter('racy.c', 'counter += step;');
const SEEDS = ['1', '2', '3', '4', '9', '10', '11', '12'];

/** Exit codes and outputs of runs with several seeds and one scripted input. */
async function runs(file: string): Promise<readonly { readonly code: number; readonly stdout: string }[]> {
  const inputs = join(folder, 'inputs.txt');
  writeFileSync(inputs, '2\n');
  const all = SEEDS.map((seed) => lemmata(['run', '--seed', seed, '--inputs', inputs, file, '--', 'Q']));
  return (await Promise.all(all)).map(({ code, stdout }) => ({ code: code ?? -1, stdout }));
}

it('threads take turns as the seed decides, and inputs go to the program alone', async () => {
  for (const { code, stdout } of await runs(LOCKED)) {
    expect(code).toBe(12);
    expect(stdout.split('\n').sort()).toEqual(['', 'A ends', 'Q ends']);
  }
});

it('some schedules lose steps that are not locked', async () => {
  const codes = (await runs(RACY)).map(({ code }) => code);
  expect(Math.min(...codes)).toBeLessThan(12);
  expect(Math.max(...codes)).toBeLessThanOrEqual(12);
});
