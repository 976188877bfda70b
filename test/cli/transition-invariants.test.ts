import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { put } from '../compete/tasks.ts';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';
import { type Validated, validated } from './validated.ts';

vi.setConfig({ testTimeout: 240_000 });
const folder = scratchFolder('transition-invariants');

/** Nested loops that end; the numbers of their lines are used below. */
const nested = put(
  folder,
  'nested.c',
  `extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1000) return 0;
  while (n > 0) {
    n--;
    for (unsigned j = 0; j < 3; j++)
      if (j == 7) j = 0;
  }
  do n++; while (n < 9);
  return 0;
}
`,
);
/** Its second loop has no end. */
const endless = put(
  folder,
  'endless.c',
  `int main(void) {
  int i = 0;
  while (i < 5) {
    i++;
  }
  while (i > 0) {
    i = i % 7 + 1;
  }
  return 0;
}
`,
);
const jumps = put(
  folder,
  'jumps.c',
  'int main(void) {\n  int i = 0;\n  goto in;\n  while (i < 5) {\n    in: i++;\n  }\n  return 0;\n}\n',
);
const real = put(
  folder,
  'real.c',
  'int main(void) {\n  double x = 0;\n  while (x < 5) {\n    x = x + 1;\n  }\n  return 0;\n}\n',
);

interface Stated {
  readonly line: number;
  readonly column: number;
  readonly value: string;
  readonly type?: string;
}

function validate(program: string, ...invariants: readonly Stated[]): Promise<Validated> {
  const hash = createHash('sha256').update(readFileSync(program)).digest('hex');
  const name = program.slice(folder.length + 1);
  const content = invariants.map(
    ({ line, column, value, type = 'loop_transition_invariant' }) =>
      `  - invariant: { type: ${type}, location: { file_name: ${name}, line: ${line}, column: ${column} }, value: ${JSON.stringify(value)}, format: ext_c_expression }\n`,
  );
  const task = `{ input_files: [${name}], input_file_hashes: { ${name}: ${hash} }, specification: "CHECK( init(main()), LTL(F end) )", data_model: LP64, language: C }`;
  const file = join(folder, `witness-${Math.random()}.yml`);
  writeFileSync(
    file,
    `- entry_type: invariant_set
  metadata:
    { format_version: '2.1', uuid: 00000000-0000-4000-8000-000000000000, creation_time: '2025-01-01T00:00:00Z',
      producer: { name: test, version: '1' }, task: ${task} }
  content:
${content.join('')}`,
  );
  return validated(file, program);
}

const outer = (value: string): Stated => ({ line: 5, column: 3, value });
const inner = (value: string): Stated => ({ line: 7, column: 5, value });

describe('a transition invariant of a program that ends', () => {
  it.each<[string, readonly Stated[]]>([
    ['the visit before', [outer('\\at(n, LastPrev) == n + 1')]],
    ['both visits', [outer('\\at(n, AnyPrev) >= \\at(n, LastPrev) && \\at(n, LastPrev) > n')]],
    ['wide casts', [outer('(long long)\\at(n, AnyPrev) > (long long) n && n >= 0')]],
    [
      'each loop, and a loop invariant',
      [
        outer('\\at(n, AnyPrev) > n'),
        inner('\\at(j, AnyPrev) - -1 <= j'),
        { line: 10, column: 3, value: 'n > \\at(n, AnyPrev)' },
        { line: 5, column: 3, value: 'n <= 1000', type: 'loop_invariant' },
      ],
    ],
    ['an expression', [inner('\\at(j + n, AnyPrev) < j + n')]],
  ])('is confirmed: %s', async (_name, invariants) => {
    expect(await validate(nested, ...invariants)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Witness: confirmed/),
    });
  });

  it.each<[string, readonly Stated[]]>([
    ['turned round', [outer('\\at(n, AnyPrev) < n')]],
    ['true of the visit before alone', [outer('\\at(n, AnyPrev) == n + 1')]],
    ['false of late visits', [inner('\\at(j, LastPrev) < 1')]],
    [
      'with a wrong loop invariant',
      [outer('\\at(n, AnyPrev) > n'), { line: 5, column: 3, value: 'n <= 999', type: 'loop_invariant' }],
    ],
  ])('is refuted: %s', async (_name, invariants) => {
    expect(await validate(nested, ...invariants)).toMatchObject({
      code: 10,
      stdout: expect.stringMatching(/^Witness: refuted \(a run violates the invariant in line \d+/),
    });
  });

  it.each<[string, string, Stated, RegExp]>([
    ['another point of time', nested, outer('\\at(n, Pre) >= n'), /\\at\(\.\.\., Pre\)/],
    ['a place that is no loop', nested, { ...outer('\\at(n, AnyPrev) > n'), line: 6, column: 5 }, /no loop begins/],
    [
      'visits of a statement',
      nested,
      { ...outer('\\at(n, AnyPrev) > n'), type: 'location_transition_invariant' },
      /visits of a place that is no loop/,
    ],
    ['a jump into the loop', jumps, { line: 4, column: 3, value: '\\at(i, AnyPrev) < i' }, /labels/],
    ['a number that is no integer', real, { line: 3, column: 3, value: '\\at(x, AnyPrev) < x' }, /%/],
  ])('stays open, with the reason: %s', async (_name, program, invariant, reason) => {
    const { code, stdout } = await validate(program, invariant);
    expect({ code, stdout }).toMatchObject({ code: 5, stdout: expect.stringMatching(reason) });
  });
});

it('does not save a program with a run without end', async () => {
  expect(await validate(endless, { line: 3, column: 3, value: '\\at(i, AnyPrev) < i' })).toMatchObject({
    code: 10,
    stdout: 'Witness: refuted (a run of the program has no end)\n',
  });
});

/** Programs whose runs all end, with the invariants that a witness of Lemmata has. */
const ENDING: readonly (readonly [string, string, RegExp])[] = [
  [
    'two counters',
    `extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned m = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  while (m > 0) {
    if (n > 0) n--;
    else { m--; n = __VERIFIER_nondet_uint(); }
  }
}
`,
    /\\at\(m, AnyPrev\).*\\at\(n, AnyPrev\)/,
  ],
  [
    'a loop in a function',
    `extern int __VERIFIER_nondet_int(void);
static int halve(int x) {
  while (x > 1) x = x / 2;
  return x;
}
int main(void) {
  return halve(__VERIFIER_nondet_int());
}
`,
    /\\at\(x, AnyPrev\)/,
  ],
];

describe('a witness of Lemmata for a proof that all runs end', () => {
  it.each(ENDING)('has the descent of its measures, and is confirmed: %s', async (name, text, expected) => {
    const program = put(folder, `${name.replaceAll(' ', '-')}.c`, text);
    const property = put(folder, 'ends.prp', 'CHECK( init(main()), LTL(F end) )\n');
    const file = join(folder, `${name}.yml`);
    const limit = ['--timeout', '90'];
    await lemmata(['verify', '--quiet', ...limit, '--property', property, '--witness', file, program]);
    const written = readFileSync(file, 'utf8');
    expect(written).toMatch(/format_version: '2\.1'/);
    const descents = written.split('type: ').filter((part) => part.startsWith("'loop_transition_invariant'"));
    expect(descents.join()).toMatch(expected);
    expect(await lemmata(['validate', ...limit, '--witness', file, program])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Witness: confirmed/),
    });
  });
});
