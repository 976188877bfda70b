import { describe, expect, it } from 'vitest';
import { Layout } from '../../../src/c/type/layout.ts';
import {
  listInputs,
  Machine,
  minedConstants,
  minedFloats,
  type SeededMode,
  scriptedInputs,
  seededInputs,
} from '../../../src/cfa/interpreter/index.ts';
import { compile, ending, execute, run } from './harness.ts';

const NONDET = 'extern int __VERIFIER_nondet_int(void); extern void reach_error(void);';
const layout = new Layout('LP64');

describe('drawn inputs', () => {
  it('are exact: a number stands for no other integer', () => {
    const constants = [0xff000000_00000000n, 0x7fffffff_ffffffffn, (1n << 53n) - 1n, (1n << 53n) + 1n];
    const modes: SeededMode[] = ['mix', 'steady', 'boundary', 'sorted', 'random', 'small'];
    const type = { kind: 'integer', name: 'ulong' } as const;
    for (let seed = 0; seed < 600; seed += 1) {
      const source = seededInputs(seed, modes[seed % modes.length]!, { layout, constants, floats: [] });
      for (let turn = 0; turn < 20; turn += 1) {
        const value = source.scalar({ kind: 'nondet', type, name: 'x', site: '', at: { file: '', line: 1, column: 1 } });
        expect(typeof value === 'bigint' || Number.isSafeInteger(value)).toBe(true);
      }
    }
  });
});

describe('scripted inputs', () => {
  it('are consumed in order, as values', async () => {
    const source = `extern int __VERIFIER_nondet_int(void); extern double __VERIFIER_nondet_double(void); extern unsigned char __VERIFIER_nondet_uchar(void);
      int printf(const char *, ...); int main(void) { int a = __VERIFIER_nondet_int(); double d = __VERIFIER_nondet_double(); int c = __VERIFIER_nondet_uchar(); printf("%d %g %d %d", a, d, c, __VERIFIER_nondet_int()); }`;
    const { stdout } = await run(source, { inputs: scriptedInputs([-3n, 2.5, 258n]) });
    expect(stdout).toBe('-3 2.5 2 0');
  });

  it('may be strict', async () => {
    const source = `${NONDET} int main(void) { return __VERIFIER_nondet_int() + __VERIFIER_nondet_int(); }`;
    expect(await ending(source, { inputs: scriptedInputs([1n], { strict: true }) })).toBe('inputs-exhausted');
  });
});

describe('listed inputs', () => {
  const SITES = `${NONDET} int f(void) { return __VERIFIER_nondet_int(); }
    int main(void) { int a = f(), b = f(), s = 0; for (int i = 0; i < 3; i++) s = s * 10 + __VERIFIER_nondet_int(); return a * 100 + b * 50 + s == 12345 - 12000; }`;

  it('are queues by site', async () => {
    const program = await compile(SITES);
    const { result } = execute(program, { inputs: scriptedInputs([1n, 2n, 1n, 4n, 5n]), record: 'inputs' });
    expect(result.outcome).toEqual({ kind: 'exit', status: 1 });
    expect(new Set(result.inputs.map(({ site }) => site)).size).toBe(3);
    // Sites of different calls may be given in any order.
    const shuffled = [...result.inputs].sort((a, b) => b.site.localeCompare(a.site));
    expect(execute(program, { inputs: listInputs(shuffled) }).outcome).toEqual({ kind: 'exit', status: 1 });
  });

  it('a site without a value gives 0, or ends the run if strict', async () => {
    const program = await compile(SITES);
    expect(execute(program, { inputs: listInputs([]) }).outcome).toEqual({ kind: 'exit', status: 0 });
    expect(execute(program, { inputs: listInputs([], { strict: true }) }).outcome.kind).toBe('inputs-exhausted');
  });

  it('name sites by the edges of the calls that lead there', async () => {
    const program = await compile(SITES);
    const { result } = execute(program, { record: 'inputs' });
    for (const { site } of result.inputs) expect(site).toMatch(/^(\d+(\/\d+)*)?:\d+$/);
    expect(result.inputs[4].site).toMatch(/^:\d+$/);
  });
});

describe('uninitialised objects', () => {
  it('have one unknown value for each execution of the declaration', async () => {
    const source =
      'int main(void) { int r = 0; for (int i = 0; i < 2; i++) { int x; if (x != x) return 9; r = r * 10 + x; } return r; }';
    const program = await compile(source);
    const { result } = execute(program, { record: 'inputs' });
    const [first] = result.inputs;
    expect(first).toMatchObject({ kind: 'uninitialised', path: [] });
    const inputs = listInputs([
      { ...first, value: 3n },
      { ...first, value: 4n },
    ]);
    expect(execute(program, { inputs }).outcome).toEqual({ kind: 'exit', status: 34 });
  });

  it('that are always assigned first ask for nothing', async () => {
    const source =
      'int g(void) { return 1; } int main(void) { int x = 0, y; for (int i = 0; i < 3; i++) { int t; t = i; x = t; } y = x; int a[2] = { 1, 2 }, b[9] = { 0 }, c = y, *p = &c, d = g(); p = &d; struct { int u, v; } s = { y, c }; char t[4] = "abc"; return s.u + a[1] + b[0]; }';
    const { result } = await run(source, { record: 'inputs' });
    expect(result.inputs).toEqual([]);
    expect(result.outcome).toEqual({ kind: 'exit', status: 4 });
  });

  it('are filled leaf by leaf', async () => {
    const source =
      'struct S { int a; struct { short b : 5; char c[3]; } n[2]; }; int main(void) { struct S s; struct S *p = &s; return p->a + p->n[1].b * 10 + p->n[1].c[2] * 20; }';
    const program = await compile(source);
    const { result } = execute(program, { record: 'inputs' });
    expect(result.inputs.map(({ path }) => path.join('.'))).toEqual(['0', '1.0.0', '1.0.1', '1.1.0', '1.1.1']);
    const inputs = listInputs(
      result.inputs.map((input) => {
        if (input.path.join('.') === '0') return { ...input, value: 1n };
        if (input.path.join('.') === '1.1.0') return { ...input, value: 2n };
        return input.path.join('.') === '1.1.1' ? { ...input, value: { default: 0n, entries: [[2n, 4n]] as const } } : input;
      }),
    );
    expect(execute(program, { inputs }).outcome).toEqual({ kind: 'exit', status: 101 });
  });

  it('globals that are only declared are unknown too', async () => {
    const program = await compile('extern int x; int main(void) { return x; }');
    const { result } = execute(program, { record: 'inputs' });
    expect(result.inputs[0].site).toMatch(/^global:\d+$/);
    expect(execute(program, { inputs: listInputs([{ ...result.inputs[0], value: 42n }]) }).outcome).toEqual({
      kind: 'exit',
      status: 42,
    });
  });
});

describe('seeded inputs', () => {
  const SUM = `${NONDET} extern _Bool __VERIFIER_nondet_bool(void); int main(void) { unsigned s = 0; int u[4]; for (int i = 0; i < 20; i++) s = s * 31 + __VERIFIER_nondet_int() + __VERIFIER_nondet_bool(); for (int i = 0; i < 4; i++) s += u[i]; return s & 127; }`;

  it('are the same for the same seed, and replay from their record', async () => {
    const program = await compile(SUM);
    for (const mode of ['zero', 'boundary', 'random', 'small', 'mix', 'steady', 'sorted'] as const) {
      const first = execute(program, { inputs: seededInputs(7, mode, { layout }), record: 'inputs' });
      const second = execute(program, { inputs: seededInputs(7, mode, { layout }) });
      expect(second.outcome).toEqual(first.outcome);
      expect(execute(program, { inputs: listInputs(first.result.inputs, { strict: true }) }).outcome).toEqual(first.outcome);
    }
  });

  it('find constants of the program', async () => {
    const program = await compile(
      `${NONDET} int main(void) { int x = __VERIFIER_nondet_int(); if (x == 123456789) reach_error(); return 0; }`,
    );
    const constants = minedConstants(program);
    expect(constants).toContain(123456789n);
    const kinds = Array.from(
      { length: 60 },
      (_, seed) => execute(program, { inputs: seededInputs(seed, 'boundary', { layout, constants }) }).outcome.kind,
    );
    expect(kinds).toContain('error');
  });
});

describe('ways to draw inputs', () => {
  const FILL = `${NONDET} int main(void) { int a[200]; for (int i = 0; i < 200; i++) a[i] = __VERIFIER_nondet_int();`;
  const reaches = async (rest: string, mode: SeededMode, runs: number): Promise<boolean> => {
    const program = await compile(`${FILL} ${rest} return 0; }`);
    const options = { layout, constants: minedConstants(program), floats: minedFloats(program) };
    const seeds = Array.from({ length: runs }, (_, seed) => seed);
    return seeds.some((seed) => execute(program, { inputs: seededInputs(seed, mode, options) }).outcome.kind === 'error');
  };

  it('steady ones give nearly constant arrays', async () => {
    const rest = 'int odd = 0; for (int i = 1; i < 200; i++) odd += a[i] != a[i - 1]; if (odd > 0 && odd < 6) reach_error();';
    expect(await reaches(rest, 'steady', 40)).toBe(true);
    expect(await reaches(rest, 'random', 40)).toBe(false);
  });

  it('sorted ones give arrays in order, up and down', async () => {
    for (const relation of ['<=', '>=']) {
      const rest = `for (int i = 1; i < 200; i++) if (!(a[i - 1] ${relation} a[i])) return 0; if (a[0] != a[199]) reach_error();`;
      expect(await reaches(rest, 'sorted', 20)).toBe(true);
    }
  });

  it('lie between constants of the program', async () => {
    const program = await compile(
      'extern double __VERIFIER_nondet_double(void); extern void reach_error(void); int main(void) { double d = __VERIFIER_nondet_double(); if (d > 20.25 && d < 20.5) reach_error(); return 0; }',
    );
    const floats = minedFloats(program);
    expect(floats).toEqual([20.25, 20.5]);
    const kinds = Array.from(
      { length: 100 },
      (_, seed) => execute(program, { inputs: seededInputs(seed, 'mix', { layout, floats }) }).outcome.kind,
    );
    expect(kinds).toContain('error');
  });
});

describe('a prepared program', () => {
  it('runs again and again as if for the first time', async () => {
    const program = await compile(
      `${NONDET} extern int undefined_global; void *malloc(unsigned long); void free(void *); int printf(const char *, ...); int rand(void);
       struct node { int data; struct node *next; }; int table[3] = { 1, 2, 3 }; static int count;
       int deep(int n) { int local[3]; for (int i = 0; i < 3; i++) local[i] = n; return n > 0 ? deep(n - 1) + local[2] : 0; }
       int main(void) { struct node *list = 0; int n = __VERIFIER_nondet_int() & 31, unset;
         for (int i = 0; i < n; i++) { struct node *p = malloc(sizeof *p); p->data = __VERIFIER_nondet_int(); p->next = list; list = p; table[i % 3] += p->data; count++; }
         while (list) { struct node *p = list; list = p->next; free(p); }
         if (table[1] == 7) reach_error();
         return (table[0] + count + undefined_global + deep(n) + rand() + unset) & 127; }`,
    );
    const prepared = new Machine(program, { inputs: scriptedInputs([]), errorFunctions: ['reach_error'] });
    const modes = ['mix', 'small', 'steady'] as const;
    for (let seed = 0; seed < 60; seed++) {
      const inputs = () => seededInputs(seed, modes[seed % 3], { layout });
      const record = seed % 2 === 0 ? 'inputs' : 'none';
      // Some runs are cut in their middle.
      const maxSteps = seed % 5 === 0 ? 40 : undefined;
      expect(prepared.run({ inputs: inputs(), record, maxSteps })).toEqual(
        execute(program, { inputs: inputs(), record, maxSteps }).result,
      );
    }
  });
});

describe('unknown functions', () => {
  it('give inputs, change nothing, and are told', async () => {
    const { result, outcome } = await run('int unknown(int *p); int main(void) { int x = 5; return unknown(&x) + x; }', {
      inputs: scriptedInputs([3n]),
      record: 'inputs',
    });
    expect(outcome).toEqual({ kind: 'exit', status: 8 });
    expect(result.approximate).toEqual([]);
    expect(result.external).toBe('unknown');
    expect(result.inputs[0].kind).toBe('unknown-function');
  });

  it('pure ones are not told', async () => {
    const source = '__attribute__((const)) int unknown(const int *p, int y); int main(void) { int x = 5; return unknown(&x, 1); }';
    expect((await run(source)).result.external).toBeNull();
  });

  it('end the run where they do not return', async () => {
    const source = 'void reach_error(void); __attribute__((noreturn)) void end(void); int main(void) { end(); reach_error(); }';
    expect((await run(source)).outcome).toMatchObject({ kind: 'aborted', function: 'end' });
  });

  it('transcendental functions are approximate', async () => {
    const { result } = await run(
      'double sin(double); double sqrt(double); int main(void) { volatile double x = 2; return sqrt(x) + sin(x) > 5; }',
    );
    expect(result.approximate).toEqual(['sin']);
  });
});

describe('traces', () => {
  const LOOP = 'int f(int x) { return x + 1; } int main(void) { int s = 0; for (int i = 0; i < 100; i++) s = f(s); return s; }';

  it('follow the edges of the automaton', async () => {
    const program = await compile(LOOP);
    const { result } = execute(program, { record: 'trace' });
    const trace = result.trace!;
    expect(result.traceOmitted).toBe(0);
    const locations = new Map<string, number>();
    for (const step of trace) {
      const fn = program.functions[step.function]!;
      const edge = fn.edges[step.edge];
      const key = `${step.context} ${fn.name}`;
      const before = locations.get(key);
      if (before !== undefined && before !== fn.exit) expect(edge.from).toBe(before);
      locations.set(key, edge.to === fn.exit ? fn.exit : edge.to);
    }
    expect(trace.some(({ value }) => value === 99n)).toBe(true);
  });

  it('keep the first and the last steps', async () => {
    const program = await compile(LOOP);
    const whole = execute(program, { record: 'trace' }).result.trace!;
    const { result } = execute(program, { record: 'trace', traceLimit: 10, traceTail: 7 });
    expect(result.trace).toEqual([...whole.slice(0, 10), ...whole.slice(-7)]);
    expect(result.traceOmitted).toBe(whole.length - 17);
    const resumed = execute(program, { record: 'trace', traceLimit: 10, traceResume: whole.length - 7, traceTail: 7 }).result;
    expect(resumed).toEqual(result);
    expect(execute(program, { record: 'trace', traceLimit: 10, traceResume: 5, traceTail: 7 }).result).toEqual(result);
  });
});

describe('reads of unknown content', () => {
  const reads = async (source: string): Promise<number> => {
    let count = 0;
    await run(source, { onUnknownRead: () => count++ });
    return count;
  };

  it.each([
    ['an element that was not stored', 'int main(void) { int a[4]; for (int i = 0; i < 3; i++) a[i] = i; return a[3]; }'],
    ['a heap block', 'void *malloc(unsigned long); int main(void) { char *p = malloc(4); p[1] = 1; return p[2]; }'],
    ['a copy', 'struct S { int a, b; }; int main(void) { struct S s, t; s.a = 1; t = s; return t.b; }'],
    ['a variable whose declaration is jumped over', 'int main(void) { goto in; { int x; int *p; x = 1; in: p = &x; return *p; } }'],
    ['a global that is only declared', 'extern int x; int main(void) { return x; }'],
    ['bits besides those that were stored', 'struct S { int a : 3, b : 5; }; int main(void) { struct S s; s.a = 1; return s.b; }'],
    [
      'sorting',
      'void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *)); int c(const void *a, const void *b) { return *(int *)a - *(int *)b; } int main(void) { int a[3]; qsort(a, 3, 4, c); return 0; }',
    ],
    ['a string without end', 'int puts(const char *); int main(void) { char s[4]; s[0] = 1; puts(s); }'],
  ])('%s', async (_name, source) => {
    expect(await reads(source)).toBeGreaterThan(0);
  });

  it.each([
    [
      'arrays that are filled first',
      'int main(void) { int a[4][5], s = 0; for (int i = 0; i < 4; i++) for (int j = 0; j < 5; j++) a[i][j] = i; for (int i = 0; i < 4; i++) s += a[i][4]; return s; }',
    ],
    [
      'heap blocks',
      '#include <stdlib.h>\n#include <string.h>\nint main(void) { char *p = malloc(40); strcpy(p, "abc"); p = realloc(p, 400); char *q = calloc(3, 4); return strlen(p) + q[3]; }',
    ],
    [
      'structures with padding',
      'struct S { char c; long l; }; struct S f(struct S *p) { struct S t; t = *p; return t; } int main(void) { struct S s, u; s.c = 1; s.l = 2; u = s; return u.c + u.l; }',
    ],
    [
      'parameters and results',
      'struct S { int a[9]; }; int f(struct S s, int *p) { int x = s.a[3], *q = &x; return *q + *p; } int main(void) { struct S s = { { 1 } }; int y; y = 2; return f(s, &y); }',
    ],
  ])('is not seen in %s', async (_name, source) => {
    expect(await reads(source)).toBe(0);
  });

  it('does not change a run', async () => {
    const source =
      'int printf(const char *, ...); struct S { int a : 5; unsigned b : 13; char c[3]; } s[3]; int main(void) { struct S t[2]; for (int i = 0; i < 2; i++) { t[i] = s[i]; t[i].a = i - 3; t[i].b += 70 * i; t[i].c[2] = i; } s[1] = t[1]; printf("%d %u %d", s[1].a, s[1].b, s[1].c[2]); }';
    expect((await run(source, { onUnknownRead: () => {} })).stdout).toBe((await run(source)).stdout);
  });
});

describe('allocations', () => {
  const SOURCE = `void *malloc(unsigned long); char *strdup(const char *); void *realloc(void *, unsigned long);
    int main(void) { int bits = 0; for (int i = 0; i < 4; i++) bits = bits * 2 + (malloc(8) != 0);
      char *s = strdup("ab"); return bits * 4 + (s != 0) * 2 + (realloc(s, 64) != 0); }`;

  it('succeed unless the program is one whose allocations may fail', async () => {
    const program = await compile(SOURCE);
    const { outcome, result } = execute(program, { inputs: seededInputs(1, 'random', { layout }), record: 'inputs' });
    expect(outcome).toEqual({ kind: 'exit', status: 63 });
    expect(result.inputs.map(({ kind }) => kind)).not.toContain('allocation');
  });

  it('that may fail do so by an input each, which a second run takes back', async () => {
    const program = { ...(await compile(SOURCE)), allocationMayFail: true };
    expect(execute(program).outcome).toEqual({ kind: 'exit', status: 63 });
    let call = 0;
    const chosen = [0n, 1n, 1n, 0n, 0n, 1n];
    const inputs = { scalar: () => chosen[call++], content: () => false };
    const { outcome, result } = execute(program, { inputs, record: 'inputs' });
    expect(outcome).toEqual({ kind: 'exit', status: 0b1001_10 });
    expect(result.inputs.filter(({ kind }) => kind === 'allocation').map(({ value }) => value)).toEqual(chosen);
    expect(execute(program, { inputs: listInputs(result.inputs) }).outcome).toEqual(outcome);
  });

  it('of sizes that no machine has fail; where some machines have them, the run is approximate', async () => {
    const source = (size: string): string => `void *malloc(unsigned long); int main(void) { return malloc(${size}) == 0; }`;
    const [huge, doubtful] = [await run(source('-1UL')), await run(source('1UL << 42'))];
    expect([huge.outcome, huge.result.approximate]).toEqual([{ kind: 'exit', status: 1 }, []]);
    expect(doubtful.result.approximate).toEqual(['malloc of more than 2^40 bytes']);
  });
});
