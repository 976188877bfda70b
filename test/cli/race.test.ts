import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

vi.setConfig({ testTimeout: 240_000 });
const program = join(scratchFolder('race'), 'race.c');
writeFileSync(
  program,
  `#include <pthread.h>
int counter;
void *work(void *p) {
  counter++;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  counter++;
  pthread_join(t, 0);
  return counter;
}
`,
);

it('names both places of a data race', async () => {
  const { code, stdout, stderr } = await lemmata(['verify', '--check', 'data-race', program]);
  expect(stdout).toBe('Verification result: FALSE (no-data-race)\n');
  expect(code).toBe(10);
  const [, ...places] =
    /conflicting accesses at \S+race\.c:(\d+):\d+ and \S+race\.c:(\d+):\d+, after/.exec(stderr) ?? [];
  expect(places.sort()).toEqual(['10', '4']);
});
