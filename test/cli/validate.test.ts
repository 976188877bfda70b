import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { put } from '../compete/tasks.ts';
import { scratchFolder } from '../scratch.ts';
import { type Ended, HARD, lemmata } from './lemmata.ts';

vi.setConfig({ testTimeout: 240_000 });
const folder = scratchFolder('validate');
const HEAD = 'extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n';
const even = put(
  folder,
  'even.c',
  `${HEAD}int main(void) {\n  unsigned x = 0;\n  while (__VERIFIER_nondet_int()) {\n    x += 2;\n  }\n  if (x == 7) reach_error();\n}\n`,
);
const sum = put(
  folder,
  'sum.c',
  `${HEAD}int main(void) {\n  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();\n  if (a > 10 && b > 10 && a < 99 && b < 99 && a * 3 + b == 111) reach_error();\n}\n`,
);

/** What is allocated has a content that no waypoint gives. */
const block = put(
  folder,
  'block.c',
  `#include <stdlib.h>
${HEAD}void check(int fine) { if (!fine) { reach_error(); } }
int twice(int x) { return 2 * x; }
int main(void) {
  int *p = malloc(sizeof *p), n = twice(__VERIFIER_nondet_int());
  for (int i = 0; i < 3; i++) n += __VERIFIER_nondet_int() & 1;
  if (*p == 0 || n < 20 || n > 25) abort();
  check(*p != n + 7);
}
`,
);

async function witnessOf(program: string): Promise<string> {
  const file = join(folder, `witness-${Math.random()}.yml`);
  await lemmata(['verify', '--quiet', '--timeout', '60', '--witness', file, program]);
  return file;
}
const validate = (witness: string, program: string, ...more: readonly string[]): Promise<Ended> =>
  lemmata(['validate', '--witness', witness, '--timeout', '60', ...more, program]);
function changed(witness: string, from: string | RegExp, to: string): string {
  const before = readFileSync(witness, 'utf8');
  const text = before.replace(from, to);
  expect(text).not.toBe(before);
  writeFileSync(`${witness}.changed`, text);
  return `${witness}.changed`;
}

describe('a violation sequence', () => {
  it('of ours is confirmed; with other values it is refuted', async () => {
    const witness = await witnessOf(sum);
    expect(await validate(witness, sum)).toMatchObject({
      code: 0,
      stdout: 'Witness: confirmed (the run calls reach_error)\n',
      stderr: '',
    });
    const other = changed(witness, /\\result == (\d+)/, '\\result == 5');
    expect(await validate(other, sum)).toMatchObject({ code: 10, stdout: expect.stringMatching(/^Witness: refuted/) });
    const elsewhere = changed(witness, /line: 4/, 'line: 5');
    expect(await validate(elsewhere, sum)).toMatchObject({
      code: 5,
      stdout: expect.stringMatching(/^Witness: open \(waypoint 1 \(function_return at .*sum.c:5:\d+\) is not followed/),
    });
  });

  it('has the branches of its run, also where a call is a whole condition; with another one it is refuted', async () => {
    const file = put(
      folder,
      'branches.c',
      `${HEAD}int pick(void) {
  if (__VERIFIER_nondet_int())
    return 1;
  else
    return 2;
}
int main(void) {
  int sum = 0, i = 0;
  do {
    sum += pick();
  } while (++i < 3);
  while (i > 1 && sum == 5)
    i--;
  if (!(sum == 5 && i == 1) || 0)
    return 0;
  if (i) { }
  if (sum == 5)
    reach_error();
}
`,
    );
    const witness = await witnessOf(file);
    const lines = [...readFileSync(witness, 'utf8').matchAll(/'branching'[\s\S]*?line: (\d+)[\s\S]*?value: '(\w+)'/g)];
    const at = (line: number): readonly string[] =>
      lines.filter(([, where]) => Number(where) === line).map(([, , value]) => value);
    // Outcomes are left out where a constant may decide, and where both go on alike.
    expect([at(4).length, at(11), at(14), at(16), at(18), at(19)]).toEqual([
      3,
      [],
      ['true', 'true', 'false'],
      [],
      [],
      ['true'],
    ]);
    expect(await validate(witness, file)).toMatchObject({ code: 0, stdout: expect.stringMatching(/confirmed/) });
    for (const line of [4, 14, 19]) {
      const other = changed(
        witness,
        new RegExp(`(line: ${line}\\n(?:(?!- segment)[\\s\\S])*value: ')(true|false)`),
        '$1not $2',
      );
      writeFileSync(
        other,
        readFileSync(other, 'utf8')
          .replace(/not true/, 'false')
          .replace(/not false/, 'true'),
      );
      expect(await validate(other, file)).toMatchObject({
        code: 10,
        stdout: expect.stringMatching(/^Witness: refuted/),
      });
    }
  });

  it('needs its waypoints also where the target has no guard, and a run fails elsewhere', async () => {
    const source = (sum: string): string => `extern int __VERIFIER_nondet_int(void);
static int drawn(void) { return __VERIFIER_nondet_int(); }
int main(void) {
  int b = __VERIFIER_nondet_int(), x = ${sum};
  for (int i = 0; i < 2; i++)
    x = drawn() + 1;
  return x;
}
`;
    const fine = put(folder, 'guardless.c', source('0'));
    const file = put(folder, 'elsewhere.c', source('b + 1'));
    const witness = join(folder, 'guardless.yml');
    await lemmata(['verify', '--quiet', '--check', 'overflow', '--witness', witness, fine]);
    const [head, ...segments] = readFileSync(witness, 'utf8').split('    - segment:');
    const last = segments.filter((segment) => segment.includes('function_return')).at(-1) ?? '';
    // The second value comes behind the overflow at the target, so that no run passes both before it.
    const second = last.replace(/result == [^']*/, 'result == 7');
    expect(second).not.toBe(last);
    const text = [head, last, second, segments.at(-1)].join('    - segment:');
    writeFileSync(witness, text.replaceAll('guardless.c', 'elsewhere.c'));
    expect(await validate(witness, file, '--ignore-hashes')).toMatchObject({
      code: 5,
      stdout: expect.stringMatching(/^Witness: open \(a run violates the property elsewhere/),
    });
  });

  it('ends in a statement that takes the last input itself', async () => {
    for (const [name, kind, statement] of [
      ['sum', 'overflow', 'int y = __VERIFIER_nondet_int() + 1;'],
      ['byte', 'truncation', 'unsigned char y = __VERIFIER_nondet_int();'],
      ['later', 'truncation', 'unsigned char y; y = __VERIFIER_nondet_int();'],
    ]) {
      const file = put(
        folder,
        `within-${name}.c`,
        `extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  ${statement}\n  return y;\n}\n`,
      );
      const witness = join(folder, `within-${name}.yml`);
      await lemmata(['verify', '--quiet', '--check', kind, '--witness', witness, file]);
      expect(await validate(witness, file)).toMatchObject({ code: 0, stdout: expect.stringMatching(/confirmed/) });
      const other = changed(witness, /\\result == \S+'/, "\\result == 7'");
      expect(await validate(other, file)).not.toMatchObject({ stdout: expect.stringMatching(/confirmed/) });
    }
  });

  it('ends where the last pointer to a block goes, in a statement whose call takes the last input', async () => {
    const file = put(
      folder,
      'lost.c',
      `#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void drop(void) {
  char *block = malloc(4);
  if (__VERIFIER_nondet_int() != 3) free(block);
}
int main(void) {
  char *other = malloc(2);
  drop();
  if (__VERIFIER_nondet_int() < 5)
    other[0] = 1;
  free(other);
  other = 0;
  return 0;
}
`,
    );
    const witness = join(folder, 'lost.yml');
    await lemmata(['verify', '--quiet', '--check', 'memtrack', '--witness', witness, file]);
    const text = readFileSync(witness, 'utf8');
    expect(text).toMatch(/'target'[\s\S]*line: 9\n/);
    // The run goes on behind it.
    expect([text.match(/'function_return'/g)?.length, /line: 10\n/.test(text)]).toEqual([1, false]);
    expect(await validate(witness, file)).toMatchObject({ code: 0, stdout: expect.stringMatching(/confirmed/) });
    const before = changed(witness, /line: 9\n/, 'line: 8\n');
    expect(await validate(before, file)).not.toMatchObject({ stdout: expect.stringMatching(/confirmed/) });
    const other = changed(witness, /\\result == 3/, '\\result == 4');
    expect(await validate(other, file)).not.toMatchObject({ stdout: expect.stringMatching(/confirmed/) });
  });

  it('is searched for what it leaves open', async () => {
    const witness = await witnessOf(block);
    expect(await validate(witness, block)).toMatchObject({
      code: 0,
      stdout: 'Witness: confirmed (a run along the witness calls reach_error)\n',
    });
    const other = changed(witness, /\\result == (\S+)'/, "\\result == 3'");
    expect(await validate(other, block)).toMatchObject({
      code: 10,
      stdout: 'Witness: refuted (no run along the witness calls reach_error)\n',
    });
  });
});

describe('an invariant set', () => {
  it('of ours is confirmed; one that does not hold is refuted', async () => {
    const witness = await witnessOf(even);
    expect(await validate(witness, even)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Witness: confirmed \(1 invariant, proved/),
    });
    expect(await validate(changed(witness, /value: '.*'/, "value: 'x < 6'"), even)).toMatchObject({
      code: 10,
      stdout: expect.stringMatching(/^Witness: refuted/),
    });
  });
});

describe('an invariant of a loop of jumps', () => {
  const jumps = put(
    folder,
    'jumps.c',
    `${HEAD}int main(void) {
  int seen = 0;
again:
  if (!__VERIFIER_nondet_int()) goto done;
  seen += 2;
  if (seen > 90) seen = 0;
  goto again;
done:
  if (seen < 0 || seen > 100) reach_error();
}
`,
  );

  it('is shown with its label, and is at the label in a witness', async () => {
    const { stderr } = await lemmata(['verify', '--timeout', '60', '--verbose', jumps]);
    expect(stderr).toMatch(/Invariant of the label again at \S*jumps\.c:5:1:\n {2}(?!main::)/);
    const witness = await witnessOf(jumps);
    const text = readFileSync(witness, 'utf8');
    expect(text).toMatch(/type: 'location_invariant'[\s\S]*line: 6[\s\S]*value: '.*seen/);
    expect(await validate(witness, jumps)).toMatchObject({ code: 0 });
    expect(await validate(changed(witness, /value: '.*'/, "value: 'seen < 50'"), jumps)).toMatchObject({ code: 10 });
  });
});

describe('bad input', () => {
  it.each<[string, string | RegExp, string, RegExp]>([
    [
      'of another program',
      /[0-9a-f]{64}/,
      '0'.repeat(64),
      /it is of other programs: the hashes differ \(first for .*sum\.c/,
    ],
    ['of another data model', 'LP64', 'ILP32', /it is for the data model ILP32 \(--data-model ILP32\)/],
    ['of no property', /specification: .*/, "specification: ''", /it names no specification: --property says/],
    ['of another property', 'reach_error())', 'other())', /it is for the specification/],
    ['of another format', "'2.0'", "'1.0'", /format_version must match pattern/],
    ['cut off', /content:[\s\S]*/, '', /must have required property 'content'/],
    ['that is no YAML', /^/, '[', /not a YAML file/],
  ])('a witness %s', async (_name, from, to, message) => {
    const witness = changed(await witnessOf(sum), from, to);
    expect(await validate(witness, sum)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
  });
});

describe('a witness that does not say all of its task', () => {
  it('has hashes of another version, which is said where they are to be ignored', async () => {
    const other = changed(await witnessOf(sum), /[0-9a-f]{64}/, '0'.repeat(64));
    expect(await validate(other, sum, '--ignore-hashes')).toMatchObject({
      code: 0,
      stdout: 'Witness: confirmed (the run calls reach_error)\n',
      stderr: expect.stringContaining('has hashes of other programs'),
    });
    const wrong = changed(other, /\\result == (\d+)/, '\\result == 5');
    expect(await validate(wrong, sum, '--ignore-hashes')).toMatchObject({ code: 10 });
  });

  it('leaves the property to the command line', async () => {
    const silent = changed(await witnessOf(sum), /specification: .*/, "specification: ''");
    const property = put(folder, 'reach.prp', 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n');
    expect(await validate(silent, sum, '--property', property)).toMatchObject({ code: 0 });
    const overflow = put(folder, 'overflow.prp', 'CHECK( init(main()), LTL(G ! overflow) )\n');
    expect(await validate(silent, sum, '--property', overflow)).not.toMatchObject({ code: 0 });
  });
});

describe('an interrupt', () => {
  it('leaves a witness open, says so, and leaves no files', async () => {
    const hard = put(folder, 'hard.c', HARD);
    const witness = join(folder, 'hard.yml');
    const waypoint = '{ type: target, action: follow, location: { file_name: hard.c, line: 6, column: 40 } }';
    const task = '{ input_files: [hard.c], specification: "G ! call(reach_error())", data_model: LP64, language: C }';
    const metadata = `{ format_version: "2.0", uuid: "", creation_time: "", producer: {}, task: ${task} }`;
    writeFileSync(
      witness,
      `- entry_type: violation_sequence\n  metadata: ${metadata}\n  content: [{ segment: [{ waypoint: ${waypoint} }] }]\n`,
    );
    const temporary = join(folder, 'temporary');
    mkdirSync(temporary);
    const ended = await lemmata(['validate', '--timeout', '120', '--witness', witness, hard], {
      env: { TMPDIR: temporary },
      // The message that the witness has no hashes comes before the check begins.
      interrupt: { signal: 'SIGINT', seen: /no hashes/ },
    });
    expect(ended).toMatchObject({ code: 130, stdout: 'Witness: open (stopped)\n' });
    expect(ended.stderr).toMatch(/lemmata: interrupted by SIGINT\n$/);
    expect(readdirSync(temporary)).toEqual([]);
  });
});
