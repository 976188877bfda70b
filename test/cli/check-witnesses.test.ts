import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { put } from '../compete/tasks.ts';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';
import { type Validated, validated } from './validated.ts';

vi.setConfig({ testTimeout: 240_000 });
const folder = scratchFolder('check-witnesses');

const sum = put(
  folder,
  'sum.c',
  `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int a[4];
  int s = 0;
  for (int i = 0; i < 4; i++) {
    a[i] = n;
    s = s + a[i];
  }
  return s;
}
`,
);
const block = put(
  folder,
  'block.c',
  `#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = malloc(4 * sizeof *p);
  if (n < 0 || n > 4) abort();
  p[n] = 1;
  if (n == 3) { free(p); }
  free(p);
  return 0;
}
`,
);
/** A run may fail either statement. */
const two = put(
  folder,
  'two.c',
  `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int a = n + 1;
  int b = n - 1;
  return a == b;
}
`,
);
const race = put(
  folder,
  'race.c',
  `#include <pthread.h>
int x;
void *write_it(void *p) { x = 1; return 0; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, write_it, 0);
  x = 2;
  pthread_join(a, 0);
  return x;
}
`,
);

const OVERFLOW = 'CHECK( init(main()), LTL(G ! overflow) )';
const MEMORY = 'CHECK( init(main()), LTL(G valid-free) ) CHECK( init(main()), LTL(G valid-deref) )';
const RACE = 'CHECK( init(main()), LTL(G ! data-race) )';

interface Claim {
  readonly program: string;
  readonly property: string;
  /** The value of the input; null: none is given. */
  readonly input: { readonly place: string; readonly value: number } | null;
  /** Target waypoints, with more fields of each. */
  readonly targets: readonly string[];
}

function validate({ program, property, input, targets }: Claim): Promise<Validated> {
  const name = program.slice(folder.length + 1);
  const place = (at: string): string => `location: { file_name: ${name}, ${at} }`;
  const returned =
    input === null
      ? ''
      : `  - segment:\n    - waypoint: { type: function_return, action: follow, ${place(input.place)}, constraint: { value: "\\\\result == ${input.value}" } }\n`;
  const last = targets.map((at) => `    - waypoint: { type: target, action: follow, ${place(at)} }\n`).join('');
  const file = join(folder, `witness-${Math.random()}.yml`);
  writeFileSync(
    file,
    `- entry_type: violation_sequence
  metadata:
    { format_version: '2.0', uuid: 00000000-0000-4000-8000-000000000000, creation_time: '2025-01-01T00:00:00Z',
      producer: { name: test, version: '1' },
      task: { input_files: [${name}], specification: "${property}", data_model: LP64, language: C } }
  content:
${returned}  - segment:
${last}`,
  );
  return validated(file, program, 20);
}

const overflow = (value: number, target: string): Claim => ({
  program: sum,
  property: OVERFLOW,
  input: { place: 'line: 3, column: 33', value },
  targets: [target],
});
const memory = (value: number, target: string): Claim => ({
  program: block,
  property: MEMORY,
  input: { place: 'line: 4, column: 33', value },
  targets: [target],
});

describe('a witness of a failing check', () => {
  it.each<[string, Claim]>([
    ['an overflow', overflow(2_000_000_000, 'line: 8, column: 5')],
    ['an access behind the end', memory(4, 'line: 7, column: 3')],
    ['a second release', memory(3, 'line: 9, column: 3')],
    [
      'the later one of two overflows',
      { program: two, property: OVERFLOW, input: null, targets: ['line: 5, column: 3'] },
    ],
  ])('is confirmed at its place: %s', async (_name, claim) => {
    expect(await validate(claim)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Witness: confirmed/) });
  });

  it.each<[string, Claim]>([
    ['an input without an overflow', overflow(7, 'line: 8, column: 5')],
    ['an access that is valid', memory(2, 'line: 7, column: 3')],
    ['a release that is the first', memory(2, 'line: 9, column: 3')],
    ['an input whose run ends before', memory(9, 'line: 7, column: 3')],
    ['a moved overflow', overflow(2_000_000_000, 'line: 7, column: 5')],
    ['a moved release', memory(3, 'line: 8, column: 17')],
  ])('is refuted if no run along it fails: %s', async (_name, claim) => {
    expect(await validate(claim)).toMatchObject({ code: 10, stdout: expect.stringMatching(/^Witness: refuted/) });
  });

  it.each<[string, Claim, RegExp]>([
    [
      'an access of two threads',
      { program: race, property: RACE, input: null, targets: ['line: 8, column: 3'] },
      /elsewhere, in .*race.c:[37]/,
    ],
  ])('stays open if it fails elsewhere: %s', async (_name, claim, reason) => {
    const { code, stdout } = await validate(claim);
    expect({ code, stdout }).toMatchObject({ code: 5, stdout: expect.stringMatching(reason) });
  });
});

it('names a witness that is not there', async () => {
  const { code, stderr } = await lemmata(['validate', '--witness', join(folder, 'none.yml'), sum]);
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/cannot read the witness .*none.yml/),
  });
});
