import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import schema from '../../schemas/result.schema.json' with { type: 'json' };
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

const folder = scratchFolder('check');
function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}
const check = (...args: readonly string[]) => lemmata(['check', '--timeout', '60', ...args], { cwd: folder });

/** Faults of memory in the lines that have a comment. */
const WILD = file(
  'wild.c',
  `#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct s { int *q; int n; };
int main(void) {
  int y[2] = {0, 0}, x = __VERIFIER_nondet_int();
  int *p;
  if (x) p = y;
  *p = 1; // uninitialised pointer
  struct s *t = malloc(sizeof *t), *u = malloc(16);
  t->n = 1;
  if (x == 1) *t->q = 3; // uninitialised content
  if (x == 2) y[0] = y[x]; // read
  if (x == 3) y[x] = y[0]; // write
  free(t);
  if (x == 4) y[1] = t->n; // released
  if (x == 5) free(t); // twice
  if (x == 6) free(&u->n); // inside
  if (x == 7) free(y); // no block
  free(u);
  return y[0];
}
`,
);

const FAULTY = file(
  'faulty.c',
  `#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int middle(int a, int b) { return (a + b) / 2; }
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int m = middle(a, b);
  if (m == 7) b = 0;
  int q = 100 / b;
  assert(b != 0);
  return q == 9 ? 0 : 1 << (a & 63);
}
`,
);
const SOUND = file(
  'sound.c',
  `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int s = 0;
  for (int i = 0; i < 5; i++) s += i;
  return a == 0 ? s : 7 % a;
}
`,
);
/** The second fault lies behind the first one on all runs. */
const HIDDEN = file(
  'hidden.c',
  `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = 10 / (a - a);
  return 10 / (b - b);
}
`,
);
const MEMORY = file(
  'memory.c',
  `#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static int table[10];
static int at(int i) { return table[i]; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  char text[4], *p = malloc(8);
  if (n > 100) return at(n);
  if (n == 1) strcpy(text, "text");
  if (n == 2) p = malloc(1);
  free(p);
  if (n == 3) free(p);
  if (n == 4) p[0] = 1;
  return 0;
}
`,
);
const OPEN = file(
  'open.c',
  `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = a > 1000 ? 0 : a + 1;
  __asm__("nop" : "=r"(a));
  return 10 / a - (b & 1);
}
`,
);

/** Runs shift negative values to the left. */
const CONTESTED = file(
  'contested.c',
  `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = a < 0 ? a << 1 : 1;
  return 10 / (b | 1);
}
`,
);
/** One fault, and an assertion that no engine proves or refutes soon. */
const HARD = file(
  'hard.c',
  `#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned long long h = __VERIFIER_nondet_uint();
  int c = __VERIFIER_nondet_uint() & 1;
  if (c) return 1 / (c - 1);
  for (unsigned i = __VERIFIER_nondet_uint() | 64; i > 0; i--) h = (h ^ (h >> 29)) * 0xbf58476d1ce4e5b9ull;
  assert(h != 0x123456789abcdefull);
  return 0;
}
`,
);

/** Lines of results, without runs. */
const results = (stdout: string): readonly string[] => stdout.split('\n').filter((line) => /^\S/.test(line));

describe('lemmata check', () => {
  it('lists each fault once, by place, with inputs and run, and writes SARIF with a result for each check', async () => {
    const { code, stdout } = await check('--sarif', 'out.sarif', FAULTY);
    expect(results(stdout)).toEqual([
      'faulty.c:3:45: violated: overflow: A signed overflow happens (CWE-190).',
      'faulty.c:9:15: violated: division: A division by zero happens (CWE-369).',
      'faulty.c:11:25: violated: overflow: A signed overflow happens (CWE-190).',
      'faulty.c:11:25: violated: shift: A shift by a wrong count happens (CWE-1335).',
      expect.stringMatching(/^Checks: 4 violated, 0 open, \d+ proved$/),
    ]);
    expect(stdout).toMatch(/Inputs:\n +faulty.c:5:11 +__VERIFIER_nondet_int\(\) = /);
    expect(code).toBe(10);
    const [run] = JSON.parse(readFileSync(join(folder, 'out.sarif'), 'utf8')).runs;
    const kinds: readonly string[] = run.results.map(({ kind }: { kind: string }) => kind);
    expect(kinds.filter((kind) => kind === 'fail')).toHaveLength(4);
    expect(kinds).toContain('pass');
    for (const { ruleId, ruleIndex, kind, level, codeFlows } of run.results) {
      expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
      expect(level).toBe(kind === 'fail' ? 'error' : 'none');
      expect(codeFlows === undefined).toBe(kind !== 'fail');
    }
    const division = run.tool.driver.rules.find(({ id }: { id: string }) => id === 'division');
    expect(division.properties.tags).toContain('external/cwe/cwe-369');
  });

  it('looks for faults of all kinds that have a place, leaks at the end among them', async () => {
    const leak = file('leak.c', '#include <stdlib.h>\nint main(void) { void *p = malloc(4); return p == 0; }\n');
    const { code, stdout } = await check('--check', 'all', leak);
    expect(stdout).toContain('violated: memcleanup:');
    expect(code).toBe(10);
  });

  it('finds a leak in a loop beside a failing assertion, and names its block there alone', async () => {
    const name = file(
      'leak-in-loop.c',
      `#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0;
  for (; n < 3; n++) {
    char *p = malloc(4);
    p[n] = 1;
  }
  assert(__VERIFIER_nondet_int() != 7);
  return 0;
}
`,
    );
    const { code, stdout } = await check(name);
    const leak =
      'violated: memtrack: The last pointer to a block is lost (CWE-401). The block was allocated at leak-in-loop.c:7:15, and its last pointer goes at leak-in-loop.c:7:11.';
    expect(results(stdout)).toEqual([
      'leak-in-loop.c:10:3: violated: assertion: An assertion fails (CWE-617).',
      `leak-in-loop.c:10:3: ${leak}`,
      `leak-in-loop.c:11:3: ${leak}`,
      'Checks: 3 violated, 0 open, 2 proved',
    ]);
    expect(code).toBe(10);
  });

  it('lists findings that comments ask to ignore, does not count them, and names unused comments', async () => {
    const name = file(
      'ignored.c',
      `#include "ignored.h"
int main(void) {
  int a = __VERIFIER_nondet_int();
  // lemmata: ignore overflow, division callers pass small numbers
  int b = a + 1;
  // lemmata: ignore shift none here
  return next(b) / 2; // lemmata: ignore sums no such kind
}
`,
    );
    const header =
      'int __VERIFIER_nondet_int(void);\nstatic int next(int a) {\n  return a * 2; // lemmata: ignore overflow\n}\n';
    file('ignored.h', header);
    const args = ['--check', 'overflow,division,shift', '--sarif', 'ignored.sarif', name];
    const { code, stdout } = await check(...args);
    expect(stdout.split('\n').slice(0, -1)).toEqual([
      'ignored.c:5:13: ignored: overflow: callers pass small numbers (violated)',
      expect.stringMatching(/^ignored.h:3:12: ignored: overflow: no reason given \(violated\)$/),
      'ignored.c:6:3: unused: ignore shift: no check of the kind stands there',
      'ignored.c:7:23: unused: ignore sums: there is no kind of check sums',
      'Checks: 0 violated, 0 open, 0 proved, 2 ignored',
    ]);
    expect(code).toBe(0);
    const [{ results }] = JSON.parse(readFileSync(join(folder, 'ignored.sarif'), 'utf8')).runs;
    expect(results).toMatchObject([
      { kind: 'fail', suppressions: [{ kind: 'inSource', justification: 'callers pass small numbers' }] },
      { kind: 'fail', suppressions: [{ kind: 'inSource', status: 'accepted' }] },
    ]);
    const result = JSON.parse((await check('--json', '--check', 'overflow', name)).stdout);
    expect(new Ajv({ strict: false }).validate(schema, result)).toBe(true);
    expect(result.results[0].checks[0].ignored).toMatchObject({ reason: 'callers pass small numbers' });
    expect(result.unusedIgnores).toHaveLength(2);
  });

  it('does not count findings where a pragma of CBMC disables their checks', async () => {
    const name = file(
      'pragma.c',
      `int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {0}, i = __VERIFIER_nondet_int(), x = 0;
#pragma CPROVER check push
#pragma CPROVER check disable "pointer"
  if (i == 4) x = a[i];
#pragma CPROVER check pop
  if (i == 5) x = a[i];
  return x;
}
`,
    );
    const { code, stdout } = await check('--check', 'deref', name);
    const lines = stdout.split('\n').filter((line) => /^\S/.test(line));
    expect(lines).toEqual([
      'pragma.c:6:17: ignored: deref: #pragma CPROVER check disable "pointer" (violated)',
      expect.stringMatching(/^pragma.c:8:17: violated: deref: /),
      'Checks: 1 violated, 0 open, 0 proved, 1 ignored',
    ]);
    expect(code).toBe(10);
  });

  it('counts findings of other kinds in the same line as before', async () => {
    const name = file(
      'ignored-in-part.c',
      `int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  return 7 / a + (a + 1); // lemmata: ignore overflow
}
`,
    );
    const { code, stdout } = await check('--check', 'overflow,division', name);
    expect(stdout).toContain('violated: division:');
    expect(stdout).toContain('ignored: overflow:');
    expect(code).toBe(10);
  });

  it('shows runs in the words of the source, without variables and conversions of its own', async () => {
    const text = `#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  if (!p) return 0;
  while (p[0] == 1) p[0] = 2;
  free(p);
  char b[2];
  return b[2];
}
`;
    const { stdout } = await check('--check', 'deref,memtrack', file('words.c', text));
    expect(stdout).toMatch(/words.c:3:13 +char \*p = malloc\(4\) -> 0x[0-9a-f]+\n/);
    expect(stdout).not.toMatch(/words.c:3:13 +malloc/);
    expect(stdout).toMatch(/words.c:4:8 +!p -> false\n/);
    expect(stdout).toMatch(/words.c:5:15 +p\[0\] == 1 -> false\n/);
    expect(stdout).toMatch(/words.c:6:3 +free\(p\)\n/);
    expect(stdout).not.toContain('$');
  });

  it('takes variables of harnesses without a value as inputs, in which a byte of a _Bool other than 0 is true', async () => {
    const harness = file(
      'harness.c',
      `
struct s { _Bool is_set; int *p; };
static void set(struct s *s, int *p) { s->is_set = p != 0; s->p = p; }
int main(void) {
  struct s s;
  int x;
  _Bool gives;
  if (s.is_set && x == 3) x = 4;
  __CPROVER_assert(x != 4 || s.is_set, "not always set");
  set(&s, gives ? &x : 0);
  __CPROVER_assert(s.is_set == gives, "as given");
  return 0;
}
`,
    );
    const { stdout, stderr } = await check(harness);
    expect(stderr).not.toContain('warning');
    expect(stdout.split('\n').filter((line) => / (violated|open): /.test(line))).toEqual([
      'harness.c:9:3: violated: assertion: An assertion fails (CWE-617).',
    ]);
  });

  it('says that data races have no place of their own', async () => {
    const { code, stderr } = await check('--check', 'data-race', SOUND);
    expect(stderr).toContain('It must be all, or a list of assertion');
    expect(code).toBe(1);
  });

  it('proves all checks of a program without faults', async () => {
    const { code, stdout } = await check(SOUND);
    expect(stdout).toMatch(/^Checks: 0 violated, 0 open, \d+ proved\n$/);
    expect(code).toBe(0);
  });

  it('ends runs at their first fault, so that no run meets what lies behind', async () => {
    const { code, stdout } = await check('--check', 'division', HIDDEN);
    expect(results(stdout)).toEqual([
      'hidden.c:4:14: violated: division: A division by zero happens (CWE-369).',
      'Checks: 1 violated, 0 open, 1 proved',
    ]);
    expect(code).toBe(10);
  });

  it('lists faults of memory one after the other, each at its place', async () => {
    const { code, stdout } = await check('--check', 'deref,free,memtrack', MEMORY);
    expect(results(stdout)).toEqual([
      'memory.c:5:24: violated: deref: A read outside of an object happens (CWE-125).',
      'memory.c:10:15: violated: deref: A write outside of an object happens (CWE-787).',
      'memory.c:13:15: violated: free: A block is released twice (CWE-415).',
      'memory.c:14:20: violated: deref: An access to a block that was released happens (CWE-416).',
      expect.stringMatching(
        /^memory\.c:15:3: violated: memtrack: The last pointer to a block is lost \(CWE-401\)\. The block was allocated at \S*memory\.c:8:\d+, and its last pointer goes at memory\.c:11:17\.$/,
      ),
      expect.stringMatching(/^Checks: 5 violated, 0 open, \d+ proved$/),
    ]);
    expect(code).toBe(10);
  });

  it('tells apart what invalid accesses and releases are', async () => {
    const { stdout } = await check('--json', '--check', 'deref,free', WILD);
    const [accesses, releases] = JSON.parse(stdout).results;
    const found = ({ checks }: { readonly checks: readonly { state: string; at: { line: number }; cwe: number }[] }) =>
      checks.flatMap(({ state, at, cwe }) => (state === 'violated' ? [`${at.line}: ${cwe}`] : []));
    expect(found(accesses)).toEqual(['8: 824', '11: 457', '12: 125', '13: 787', '15: 416']);
    expect(found(releases)).toEqual(['16: 415', '17: 761', '18: 590']);
  });

  it('says what is open and why', async () => {
    const { code, stdout } = await check(OPEN);
    expect(stdout).toMatch(
      /^open.c:6:13: open: division: Not decided: unsupported: inline assembly.* at open.c:5:3\./m,
    );
    expect(stdout).toMatch(/Checks: 0 violated, \d open, \d proved\n$/);
    expect(code).toBe(5);
  });

  it('looks for chosen kinds, and ends at the first fault if asked to', async () => {
    const chosen = await check('--check', 'overflow,shift', '--no-check', 'overflow', FAULTY);
    expect(results(chosen.stdout)).toEqual([
      'faulty.c:11:25: violated: shift: A shift by a wrong count happens (CWE-1335).',
      'Checks: 1 violated, 0 open, 0 proved',
    ]);
    const first = await check('--first', '--quiet', FAULTY);
    expect(first.stdout).toMatch(/Checks: 1 violated, [1-9]\d* open, 0 proved\n$/);
    expect(first.code).toBe(10);
  });

  it('writes JSON as its schema says', async () => {
    const { code, stdout } = await check('--json', FAULTY);
    const result = JSON.parse(stdout);
    const validate = new Ajv({ strict: false }).compile(schema);
    expect(validate(result), JSON.stringify(validate.errors)).toBe(true);
    const byName = new Map<string, { verdict: string; checks: { state: string; at: object }[] }>(
      result.results.map((one: { property: string }) => [one.property, one]),
    );
    expect([...byName].map(([name, { verdict }]) => `${name} ${verdict}`)).toEqual([
      'assertion TRUE',
      'no-overflow FALSE',
      'division FALSE',
      'shift FALSE',
      'valid-memtrack TRUE',
    ]);
    expect(byName.get('division')!.checks.map(({ state }) => state)).toEqual(['violated']);
    expect(code).toBe(10);
  });

  it('calls contested cases neither faults nor proved, unless the user decides them', async () => {
    const open = await check('--check', 'overflow,division', CONTESTED);
    expect(open.stdout).toMatch(
      /^contested.c:4:21: contested: overflow: A run meets a left shift of a negative value/m,
    );
    expect(open.stdout).toMatch(/^contested.c:5:13: open: division: Not decided: contested: a left shift/m);
    expect(open.stdout).toMatch(/^Checks: 0 violated, \d open, 1 contested, \d proved$/m);
    expect(open.code).toBe(5);
    const strict = await check('--check', 'overflow,division', '--strict', 'overflow', CONTESTED);
    expect(strict.stdout).toMatch(/^contested.c:4:21: violated: overflow/);
    expect(strict.code).toBe(10);
    const lenient = await check('--check', 'overflow,division', '--lenient', 'overflow', CONTESTED);
    expect(lenient.stdout).toMatch(/^Checks: 0 violated, 0 open, \d proved\n$/);
    expect(lenient.code).toBe(0);
  }, 180_000);

  it.each([
    ['at the time limit', ['--timeout', '5'], undefined, 10],
    ['after an interruption', [], { signal: 'SIGINT' as const, seen: /violated/ }, 10],
  ])('keeps what is known %s', async (_, args, interrupt, expected) => {
    const { code, stdout } = await lemmata(['check', '--verbose', ...args, HARD], { cwd: folder, interrupt });
    expect(stdout).toMatch(/^hard.c:6:19: violated: division/m);
    expect(stdout).toMatch(/^hard.c:8:\d+: open: assertion: Not decided: /m);
    expect(stdout).toMatch(/^Checks: 1 violated, [1-9] open, \d proved$/m);
    expect(code).toBe(expected);
  });

  it('refuses to look for nothing', async () => {
    const { code, stderr } = await check('--check', 'shift', '--no-check', 'shift', SOUND);
    expect(stderr).toContain('no kind of check is left');
    expect(code).toBe(1);
  });
});

it('verify --check assertion proves nothing behind a write that may leave its object', async () => {
  const text =
    '#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\nextern unsigned __VERIFIER_nondet_uint(void);\n' +
    'int main(void) { char *p = malloc(8), q = 0; if (!p) return 0; memset(p, 1, __VERIFIER_nondet_uint() % 64); assert(q == 0); free(p); return 0; }\n';
  writeFileSync(join(folder, 'stray.c'), text);
  const { code, stdout } = await lemmata(['verify', '--check', 'assertion', 'stray.c'], { cwd: folder });
  expect(stdout).toMatch(
    /^Verification result: UNKNOWN \(unsupported: a copy beyond the end of an object at stray.c:5/,
  );
  expect(code).toBe(5);
});

it('verify --check assertion asks whether an assertion fails', async () => {
  const { code, stdout } = await lemmata(['verify', '--check', 'assertion', SOUND], { cwd: folder });
  expect(stdout).toBe('Verification result: TRUE\n');
  expect(code).toBe(0);
});

it('passes over no access of another type: what lies behind is not proved', async () => {
  const recast = file(
    'recast.c',
    `extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
struct s { unsigned char data[8]; unsigned short x; _Bool b; };
static struct s s;
static void *kept;
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 4) return 0;
  kept = s.data;
  const unsigned short *p = kept;
  unsigned n = __VERIFIER_nondet_uint();
  int k = p[i] + __VERIFIER_nondet_int() % 100000;
  return n * 2654435761u + (n >> 7) * 40503u == 305419896u ? k * 2147000 : k;
}
`,
  );
  const { stdout, stderr } = await lemmata(['check', '--timeout', '6', recast], { cwd: folder });
  // The product in line 13 overflows, which takes long to find.
  expect(stdout).toMatch(/^Checks: .* open, [01] proved$/m);
  expect(stderr).not.toContain('internal error');
});

/** While the second loop runs, the guard with which the first one ended holds of `start`. */
const TRIMMED = file(
  'trimmed.c',
  `extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n == 0 || n > 1000) return 0;
  char *line = malloc(n);
  if (line == 0) return 0;
  for (unsigned long i = 0; i < n; i++) line[i] = __VERIFIER_nondet_char();
  unsigned long start = 0, end = n;
  while (start < end && (line[start] == ' ' || line[start] == 9)) start++;
  while (end > start && (line[end - 1] == ' ' || line[end - 1] == 9)) end--;
  if (start < end && (line[start] == ' ' || line[end - 1] == 9)) reach_error();
  free(line);
}
`,
);

it('a guard of several comparisons with which a loop ended is known in the next loop', async () => {
  const { stdout, code } = await check('--engines', 'ai', TRIMMED);
  expect(stdout).toContain('Checks: 0 violated, 0 open, 12 proved');
  expect(code).toBe(0);
});

const NUMERAL = file(
  'numeral.c',
  `#include <stdint.h>
char __VERIFIER_nondet_char(void);
int main(void) {
  int32_t v = 0; // negative all along
  for (char c; (c = __VERIFIER_nondet_char()) >= '0' && c <= '9';) {
    int digit = c - '0';
    if (v < INT32_MIN / 10 || (v == INT32_MIN / 10 && digit > 8)) return 1;
    v = v * 10 - digit;
  }
  return v;
}
`,
);

it('a bound with which a loop is entered is known in it where products hide it', async () => {
  const { stdout, code } = await check('--engines', 'ai', NUMERAL);
  expect(stdout).toContain('0 violated, 0 open');
  expect(code).toBe(0);
});

/** The sign is a flag, which tells in the last comparisons what the first character was. */
const SIGNED = file(
  'signed.c',
  `extern void *malloc(unsigned long);
extern void free(void *);
#include <stdbool.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
static int parse(const char *s, unsigned long n, int *out)
{
    unsigned long i = 0;
    bool minus = false;
    if (i < n && (s[i] == '-' || s[i] == '+'))
        minus = s[i++] == '-';
    if (i == n) return 3;
    int v = 0;
    for (; i < n; i++) {
        if (s[i] < '0' || s[i] > '9') return 1;
        if (v > 100000) return 2;
        v = v * 10 + (s[i] - '0');
    }
    *out = minus ? -v : v;
    return 0;
}
int main(void)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    int w;
    if (n > 1000) return 0;
    char *input = malloc(n + 1);
    if (!input) return 0;
    for (unsigned long i = 0; i < n; i++) input[i] = __VERIFIER_nondet_char();
    int err = parse(input, n, &w);
    if (err == 0 && n > 0) {
        if (input[0] == '-') { if (w > 0) reach_error(); }
        else if (w < 0) reach_error();
    }
    free(input);
    return 0;
}
`,
);

it('a flag that a branch sets says behind later loops what the branch asked', async () => {
  const { stdout, code } = await check('--engines', 'ai', SIGNED);
  expect(stdout).toContain('Checks: 0 violated, 0 open, 18 proved');
  expect(code).toBe(0);
});

/** A binary search among any elements: both ends keep what the last comparison beside them said. */
const SEARCHED = file(
  'searched.c',
  `extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_uint() % 10000, lo = 0, hi = n;
  int *r = malloc(n * sizeof *r), key = __VERIFIER_nondet_int();
  if (!r) return 0;
  for (unsigned long i = 0; i < n; i++) r[i] = __VERIFIER_nondet_int();
  while (lo < hi) {
    unsigned long mid = lo + (hi - lo) / 2;
    if (r[mid] < key) lo = mid + 1; else hi = mid;
  }
  if (lo < n && r[lo] < key) reach_error();
  if (lo > 0 && r[lo - 1] >= key) reach_error();
  free(r);
  return 0;
}
`,
);

it('a guard under which a turn gave a variable its value is known of that value', async () => {
  const { stdout, code } = await check('--engines', 'ai', SEARCHED);
  expect(stdout).toContain('0 violated, 0 open');
  expect(code).toBe(0);
});

/** A list of any length: each block leads to an older one, and its release leaves all older ones alive. */
const LISTED = file(
  'listed.c',
  `extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *made = malloc(sizeof *made);
    if (!made) return 0;
    made->value = i;
    made->next = head;
    head = made;
  }
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
`,
);

it('no access to a list of any length, or its release, leaves the blocks that are alive', async () => {
  const { stdout, code } = await check('--check', 'deref,free', '--engines', 'houdini', '--timeout', '60', LISTED);
  expect(stdout).toContain('Checks: 0 violated, 0 open, 4 proved');
  expect(code).toBe(0);
});

/** Lists in a table, whose elements are variables of their own where it is small. */
const listsIn = (heads: number): string =>
  file(
    `table${heads}.c`,
    `extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
struct entry { int key; struct entry *next; };
static struct entry *table[${heads}];
int main(void) {
  for (int i = 0; i < 50; i++) {
    unsigned key = __VERIFIER_nondet_int();
    struct entry *made = malloc(sizeof *made);
    if (!made) return 0;
    made->key = key;
    made->next = table[key % ${heads}];
    table[key % ${heads}] = made;
  }
  unsigned wanted = __VERIFIER_nondet_int();
  for (struct entry *e = table[wanted % ${heads}]; e; e = e->next)
    if (e->key == (int)wanted) return 1;
  return 0;
}
`,
  );

it.each([8, 256])('no access to lists in a table of %i leaves their blocks', async (heads) => {
  const { stdout, code } = await check('--check', 'deref', '--engines', 'houdini', '--timeout', '60', listsIn(heads));
  expect(stdout).toContain('0 violated, 0 open');
  expect(code).toBe(0);
});
