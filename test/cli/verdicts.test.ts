import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import schema from '../../schemas/result.schema.json' with { type: 'json' };
import systemSchema from '../../schemas/system.schema.json' with { type: 'json' };
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

const folder = scratchFolder('cli');
const validate = new Ajv({ allowUnionTypes: true, strict: false }).compile(schema);
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const safe = file(
  'safe.c',
  `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) {
    x += 2;
  }
  if (x % 2) reach_error();
}
`,
);
const unsafe = file(
  'unsafe.c',
  `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 123456) reach_error();
}
`,
);
const unknown = file(
  'unknown.c',
  `extern void reach_error(void);
int main(void) {
  int x;
  __asm__("movl $1, %0" : "=r"(x));
  if (x) reach_error();
}
`,
);
const counter = (limit: number): string => `1 sort bitvec 4
2 sort bitvec 1
3 zero 1
4 state 1 cnt
5 init 1 4 3
6 one 1
7 add 1 4 6
8 constd 1 9
9 ult 2 4 8
10 ite 1 9 7 4
11 next 1 4 10
12 constd 1 ${limit}
13 eq 2 4 12
14 bad 13 first
15 constd 1 14
16 eq 2 4 15
17 bad 16 second
`;

describe('the verdict line and the exit code', () => {
  it('TRUE', async () => {
    expect(await lemmata(['verify', safe])).toMatchObject({
      code: 0,
      stdout: 'Verification result: TRUE\n',
      stderr: '',
    });
  });

  it('TRUE for a long run without inputs through blocks that a loop makes, whose places are computed', async () => {
    const program = file(
      'blocks.c',
      `extern void reach_error(void);
extern void *malloc(unsigned long);
struct link { struct link *next; long distance; };
struct node { int key; struct link link; };
int main(void) {
  struct link *head = 0;
  for (int i = 0; i < 100; i++) {
    struct node *n = malloc(sizeof *n);
    n->key = i;
    n->link.distance = (char *)&n->link - (char *)n;
    n->link.next = head;
    head = &n->link;
  }
  int sum = 0;
  for (; head; head = head->next) sum += ((struct node *)((char *)head - head->distance))->key;
  if (sum != 4950) reach_error();
}
`,
    );
    const { code, stdout } = await lemmata(['verify', '--engines', 'sim', program]);
    expect([code, stdout]).toEqual([0, 'Verification result: TRUE\n']);
  });

  it('TRUE for inputs of few values, by all runs, which the result counts the inputs of', async () => {
    const program = file(
      'mixing.c',
      `extern void abort(void);
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
unsigned mixed(unsigned value) {
  for (int i = 0; i < 30; i++) value = (value ^ value >> 7) * 2654435761u + 12345u;
  return value;
}
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a >= 64 || b >= a) abort();
  if (mixed(a) == mixed(b)) reach_error();
}
`,
    );
    const { code, stdout } = await lemmata(['verify', '--engines', 'exhaust', '--json', program]);
    const result: unknown = JSON.parse(stdout);
    expect([code, validate(result), validate.errors]).toEqual([0, true, null]);
    expect(JSON.stringify(result)).toContain('"kind":"enumerated","bound":62,"inputs":2');
  });

  it('FALSE, with the run on the source, inputs first', async () => {
    const { code, stdout, stderr } = await lemmata(['verify', unsafe]);
    expect([code, stdout]).toEqual([10, 'Verification result: FALSE (unreach-call)\n']);
    expect(stderr.replaceAll(folder, '')).toMatch(
      /^reach_error\(\) is called at \/unsafe.c:5:20.*\nInputs:\n {2}\/unsafe.c:4:11 {2}__VERIFIER_nondet_int\(\) = 123456\nRun:\n/,
    );
  });

  it('with the account of its check, in JSON and in words', async () => {
    const proved: unknown = JSON.parse((await lemmata(['verify', '--json', safe])).stdout);
    expect([validate(proved), validate.errors]).toEqual([true, null]);
    const found: unknown = JSON.parse((await lemmata(['verify', '--json', unsafe])).stdout);
    expect([validate(found), validate.errors]).toEqual([true, null]);
    expect(found).toMatchObject({ evidence: { kind: 'replay', by: 'interpreter', inputs: 1, native: false } });
    const { evidence } = proved as { evidence: { obligations: number; shown: { condition: string; count: number }[] } };
    expect(evidence.obligations).toBe(evidence.shown.reduce((sum, { count }) => sum + count, 0));
    expect(evidence.shown.map(({ condition }) => condition)).toContain('safety');
    const { stderr } = await lemmata(['verify', '--verbose', '--no-color', safe]);
    expect(stderr).toMatch(/^Evidence: \d+ obligations shown in \d+ ms$/m);
    expect(stderr).toMatch(/^ {2}initiation +1 {2}rewriting of terms +\d+ ms$/m);
  });

  it('the values that a run displays are those that were computed', async () => {
    const program = file(
      'values.c',
      `extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int more(int *p, unsigned k) { *p += k; return *p > 5 ? -1 : 2; }
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  int v = -2;
  unsigned char c = 300 + k;
  if (k != 3) return 0;
  short s = c * 1000;
  int r = more(&v, k + 20);
  if (r == -1) reach_error();
}
`,
    );
    const { stderr } = await lemmata(['verify', '--verbose', '--no-color', program]);
    const texts = stderr.slice(stderr.indexOf('Run:')).split('\n').slice(1, -1);
    expect(texts.map((line) => line.replace(/^\s*\S+:\d+:\d+\s+/, ''))).toEqual([
      'unsigned k = __VERIFIER_nondet_uint() -> 3',
      'int v = -2',
      'unsigned char c = 300 + k -> 47',
      'k != 3 -> false',
      'short s = c * 1000 -> -18536',
      'int r = more(&v, k + 20)',
      '*p += k -> 21',
      'return *p > 5 ? -1 : 2',
      'r == -1 -> true',
      'reach_error()',
    ]);
  });

  it('UNKNOWN, with the construct and its place', async () => {
    const { code, stdout, stderr } = await lemmata(['verify', unknown]);
    expect(code).toBe(5);
    expect(stdout.replaceAll(folder, '')).toMatch(
      /^Verification result: UNKNOWN \(unsupported: inline assembly at \/unknown.c:4:3.*\)\n$/,
    );
    expect(stderr).toContain('Try: ');
  });

  it('--quiet says nothing else', async () => {
    expect((await lemmata(['verify', '--quiet', unsafe])).stderr).toBe('');
  });

  it('each property of a hardware model', async () => {
    const { code, stdout } = await lemmata(['verify', file('counter.btor2', counter(5))]);
    expect(stdout).toBe(
      'Property first: FALSE (unreach-call)\nProperty second: TRUE\nVerification result: FALSE (unreach-call)\n',
    );
    expect(code).toBe(10);
    const both = await lemmata(['verify', file('both.btor2', counter(12))]);
    expect([both.code, both.stdout.split('\n').at(-2)]).toEqual([0, 'Verification result: TRUE']);
  });

  it('is the same for equal seeds and with one thread', async () => {
    const args = ['verify', '--threads', '1', '--engines', 'bmc', '--seed', '3', '--verbose', unsafe];
    const runs = [await lemmata(args), await lemmata(args)].map(({ stderr }) => /Inputs:\n.*\n/.exec(stderr)?.[0]);
    expect(runs[0]).toBe(runs[1]);
  });
});

describe('--json', () => {
  it.each([
    [safe, 'TRUE', 0],
    [unsafe, 'FALSE', 10],
    [unknown, 'UNKNOWN', 5],
    [file('again.btor2', counter(5)), 'FALSE', 10],
    [file('missing-main.c', 'int x;'), undefined, 2],
  ])('matches its schema: %s', async (path, verdict, expected) => {
    const { code, stdout } = await lemmata(['verify', '--json', '--quiet', path]);
    const result = JSON.parse(stdout);
    expect(validate(result), JSON.stringify(validate.errors)).toBe(true);
    expect(result.verdict).toBe(verdict);
    expect(code).toBe(expected);
  });
});

describe('--witness', () => {
  it('an invariant set for TRUE', async () => {
    const witness = join(folder, 'safe.yml');
    await lemmata(['verify', '--witness', witness, safe]);
    const [entry] = parse(readFileSync(witness, 'utf8'));
    expect(entry).toMatchObject({
      entry_type: 'invariant_set',
      metadata: {
        format_version: '2.0',
        producer: { name: 'Lemmata' },
        task: {
          input_files: [safe],
          input_file_hashes: { [safe]: createHash('sha256').update(readFileSync(safe)).digest('hex') },
          specification: 'CHECK( init(main()), LTL(G ! call(reach_error())) )',
          data_model: 'LP64',
          language: 'C',
        },
      },
    });
  });

  it('a violation sequence for FALSE, with returned values at closing parentheses, branches, and the target at the call', async () => {
    const witness = join(folder, 'unsafe.yml');
    await lemmata(['verify', '--witness', witness, unsafe]);
    const [entry] = parse(readFileSync(witness, 'utf8'));
    expect(entry.entry_type).toBe('violation_sequence');
    expect(entry.content).toEqual([
      {
        segment: [
          {
            waypoint: {
              type: 'function_return',
              action: 'follow',
              location: { file_name: unsafe, line: 4, column: 33 },
              constraint: { value: '\\result == 123456', format: 'ext_c_expression' },
            },
          },
        ],
      },
      {
        segment: [
          {
            waypoint: {
              type: 'branching',
              action: 'follow',
              location: { file_name: unsafe, line: 5, column: 3 },
              constraint: { value: 'true' },
            },
          },
        ],
      },
      {
        segment: [
          { waypoint: { type: 'target', action: 'follow', location: { file_name: unsafe, line: 5, column: 20 } } },
        ],
      },
    ]);
  });
});

describe('lemmata export', () => {
  it.each([
    ['btor2', / bad /],
    ['chc', /\(set-logic HORN\)/],
    ['c', /int step\(struct state \*s/],
    ['json', /^\{/],
  ])('%s', async (format, expected) => {
    const { code, stdout, stderr } = await lemmata(['export', '--format', format, safe]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(expected);
  });

  it('json tells how objects and calls are encoded, as the schema says', async () => {
    const program = file(
      'decisions.c',
      `extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
       struct pair { int a, b; } pairs[2]; struct { short low, high; } halves; int big[5000]; int *where; int *perhaps;
       unsigned fact(unsigned n) { return n == 0 ? 1 : n * fact(n - 1); }
       int main(void) {
         unsigned i = __VERIFIER_nondet_uint() % 5000;
         big[i] = 3; where = &big[i]; pairs[i % 2].a = *where / (int)i;
         int *raw = (int *)(void *)&halves;
         while (fact(i % 4) + pairs[1].a + *raw == 77) {
           if (__VERIFIER_nondet_uint()) perhaps = where;
           if (perhaps && *perhaps == 5) reach_error();
         }
         return 0; }`,
    );
    const { code, stdout } = await lemmata(['export', '--format', 'json', program]);
    expect(code).toBe(0);
    const system = JSON.parse(stdout);
    const check = new Ajv({ allowUnionTypes: true, strict: false }).compile(systemSchema);
    expect([check(system), check.errors]).toEqual([true, null]);
    const { objects, calls, pointers, state } = system.encoding;
    const of = (name: string) => objects.find((o: { name: string }) => o.name === name);
    const layout = (name: string): unknown => of(name)?.layout;
    expect(layout('big')).toEqual({ kind: 'array', count: 5000, elements: 'as one' });
    expect(layout('pairs')).toMatchObject({ kind: 'array', count: 2 });
    expect(layout('halves')).toMatchObject({ kind: 'bytes', size: 4 });
    expect(of('halves').because).toMatchObject({ what: 'accessed as int', at: { file: program, line: 8 } });
    expect(of('big').because).toBe(null);
    const targets = (pattern: RegExp): unknown =>
      state.find((s: { variable: string }) => pattern.test(s.variable))?.targets;
    expect(targets(/^perhaps/)).toEqual([0, of('big').number]);
    expect(objects[state.find((s: { variable: string }) => /^perhaps/.test(s.variable)).object].name).toBe('perhaps');
    expect(calls.laidOutOnce).toContainEqual({ function: 'fact', calls: 2, recursive: true, with: [] });
    expect(pointers.numbers).toBeGreaterThan(2);
    expect(system.doubts.some((d: { construct: string }) => d.construct === 'division by zero')).toBe(true);
  });
});
