import { describe, expect, it } from 'vitest';
import { Layout } from '../../../src/c/types/layout.ts';
import type { DataModel } from '../../../src/c/types/types.ts';
import {
  Machine,
  minedConstants,
  type RunChanges,
  type RunResult,
  seededInputs,
} from '../../../src/interpreter/index.ts';
import { compile } from './harness.ts';

/** Loops as JavaScript against the closures that they stand for. */

const HEAD = `extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern long long __VERIFIER_nondet_longlong(void);
  extern double __VERIFIER_nondet_double(void); extern void reach_error(void); void *malloc(unsigned long); void free(void *); int printf(const char *, ...); void exit(int);
  static void check(int holds) { if (!holds) reach_error(); }`;

const PROGRAMS: Readonly<Record<string, string>> = {
  'words and shorter integers': `int main(void) { int s = 1; unsigned u = 3; short h = 5; unsigned char c = 7; signed char d = 1; _Bool b = 0;
    for (int i = 0; i < 60; i++) { int x = __VERIFIER_nondet_int(); s = s * 31 + x; u = u / 7 + (unsigned)x % 13u - (u << (i & 31)); u ^= (u | x) >> 1; if ((u ^ x) > 9u && (~u & x) > 3u) s++; check(((u ^ x) >> 31) < 2); h += x; c ^= x >> 3; d = -d * 3 + ~x; b = x & 1;
      if (x > 5 && u != 0) s -= x % (int)(u | 1u); s ^= h + c + d + b; u >>= x; s = s >> (i & 7); }
    check(s != 12 || u != 99); return (s ^ u) & 127; }`,
  'divisions that trap': `int main(void) { int s = 0; for (int i = 0; i < 40; i++) { int x = __VERIFIER_nondet_int() & 15; s += 1000 / (x - 3); s += i % (x + 1); } return s & 127; }`,
  '64 bits': `int main(void) { long long s = 1, m = 0; unsigned long long u = 1;
    for (int i = 0; i < 50; i++) { long long x = __VERIFIER_nondet_longlong(); s += x; s ^= s << 7; u = u * 6364136223846793005ull ^ (unsigned long long)x; u |= 1; s += (long long)(u & 0xfffffffff0ull); m = x > s ? x : s; if (x != 0 && x != -1) s /= x; u >>= x & 63; if (m < 0) m = -m; }
    return (int)(s ^ u ^ m) & 127; }`,
  'floating point': `int main(void) { double d = 1; float f = 1; int n = 0; for (int i = 0; i < 50; i++) { double x = __VERIFIER_nondet_double(); d = d * 0.5 + x; f = f / 3 + (float)x; n += (int)(f > d) + (x < 100 && x > -100 ? (int)x : 0); if (d != d) d = -0.0; f += i; } return (n + (int)(1 / d > 0)) & 127; }`,
  arrays: `int g[64]; static const int t[4] = { 1, 2, 3, 4 }; int main(void) { int a[50], m[5][10]; unsigned char b[33] = { 0 };
    for (int i = 0; i < 50; i++) { a[i] = __VERIFIER_nondet_int(); m[i / 10][i % 10] = a[i] + t[i & 3]; b[i % 33] += a[i]; g[(unsigned)a[i] % 64u]++; }
    for (int i = 1; i < 50; i++) for (int j = 0; j < 50 - i; j++) if (a[j] > a[j + 1]) { int h = a[j]; a[j] = a[j + 1]; a[j + 1] = h; }
    int s = 0; for (unsigned long i = 0; i < 5; i++) for (long j = 9; j >= 0; j--) s = s * 3 + m[i][j] + b[j] + g[j]; for (int i = 1; i < 50; i++) check(a[i - 1] <= a[i]); return s & 127; }`,
  'writes out of bounds': `int main(void) { int a[20], s = 0; for (int i = 0; i < 40; i++) { unsigned char x = __VERIFIER_nondet_uchar(); a[(x & 31) - 4] = i; s += a[0]; } return s & 127; }`,
  'indices beyond inner arrays': `struct part { int a[4], b; long m[3][5]; char last[1]; } g[2]; typedef int four __attribute__((vector_size(16)));
    int main(void) { struct part l = { 0 }, *p = &g[0]; struct { four v; int w[8]; } t = { 0 }; int n = (__VERIFIER_nondet_int() & 3) + 2, v[n][3], s = 0; long long wide = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) v[i][j] = i;
      for (int i = 0; i < 60; i++) { int x = __VERIFIER_nondet_int(); int y = x & 63; wide += x % 3; if (y == 9) p->a[x >> 6 & 7] = i; if (y == 10) l.m[x >> 6 & 3][1] = i; if (y == 11) s += g[x >> 6 & 1].m[1][x >> 7 & 7]; if (y == 12) t.v[x >> 6 & 7] = i;
        if (y == 13) v[x >> 6 & 7][1] += i; if (y == 14) s += v[1][x >> 6 & 3]; if (y == 15) l.a[wide & 7] += i; if (y == 16) s += p->last[x >> 6 & 7]; if (y == 17) s += (int)(&l.a[x >> 6 & 7] - l.a); if (y == 18) { int (*r)[3] = v; s += (*r)[x >> 6 & 3]; } s += l.b + p->b + t.w[0] + l.a[i & 3] + p->m[i % 3][i % 5]; }
      return s & 127; }`,
  'writes to constants': `static const int t[8] = { 0 }; int main(void) { for (int i = 0; i < 40; i++) { int x = __VERIFIER_nondet_int(); if (x == i) ((int *)t)[i & 7] = x; } return 0; }`,
  pointers: `struct node { int data; char tag[3]; struct node *next; long long wide; double real; }; int main(void) { struct node *list = 0, *p; int s = 0;
    for (int i = 0; i < 40; i++) { p = malloc(sizeof *p); p->data = __VERIFIER_nondet_int(); p->tag[i % 3] = i; p->next = list; p->wide = p->data * 3ll; p->real = i / 2.0; list = p; }
    for (int turn = 0; turn < 5; turn++) for (p = list; p != 0; p = p->next) { s += p->data + p->tag[0] + (int)p->real; p->wide -= s; if (p->next && p->next->data == 1) { struct node *q = p->next; p->next = q->next; free(q); } }
    char text[] = "some text", *c = text; int length = 0; while (*c++) length++; return (s + length) & 127; }`,
  'a freed block': `int main(void) { int *p = malloc(40), s = 0; for (int i = 0; i < 40; i++) { int x = __VERIFIER_nondet_int(); if (x == 7) free(p); p[i % 10] = x; s += p[0]; } return s & 127; }`,
  switches: `int main(void) { int state = 0, s = 0; for (int i = 0; i < 90; i++) { int x = __VERIFIER_nondet_int(); switch (state) { case 0: state = x & 3; break; case 1: s++; case 2: state = 5; break; case 3 ... 4: s += 2; state = 0; continue; case 5: if (s > 20) goto out; default: state--; } s += state; } out: return s & 127; }`,
  'calls within': `static int add(int a, int b) { int c = a + b; if (c < 0) return -c; for (int i = 0; i < 3; i++) c ^= i; return c; } static unsigned char twice(unsigned char c) { return add(c, c); }
    static void swap(int *p, int *q) { int h = *p; *p = *q; *q = h; } static int divided(int a, int b) { return a / b; } static int deep(int n) { int l[2]; l[n & 1] = n; return n > 0 ? deep(n - 1) + l[n & 1] : 0; }
    int main(void) { int a[6] = { 5, 3, 1 }, s = 0; for (int i = 0; i < 80; i++) { int x = __VERIFIER_nondet_int(); a[i % 6] = add(a[(i + 1) % 6], x); swap(&a[i % 3], &a[5 - i % 3]); s += twice(x) + deep(i & 3); if (i % 7 == 0) s += divided(s, x); if (s == 77) exit(3); check(a[0] != 1234567); } return s & 127; }`,
  'an error in a call within': `static int limited(int x, int most) { int held = x; if (held > most) { held = most; check(x != 8 && x != 9); } return held; } int main(void) { int s = 0; for (int i = 0; i < 60; i++) s += limited(__VERIFIER_nondet_int() & 15, i & 7); return s & 127; }`,
  'what is declared in the loop': `int main(void) { int s = 0; for (int i = 0; i < 50; i++) { int x; int y; struct pair { int a, b; } z; z.a = i; if (i & 1) y = i; else y = -i; z.b = y; if (s & 1) x = 2; s += x + y + z.a * z.b; struct pair w = z; s += w.b; } return s & 127; }`,
  'jumps into the loop': `int main(void) { int i = __VERIFIER_nondet_int() & 7, s = 0; if (i & 1) goto inside; for (i = 0; i < 60; i++) { s += i; inside: s ^= 3; if (s & 64) goto inside2; s++; inside2: s += 2; } return s & 127; }`,
  'output and exit': `int main(void) { for (int i = 0; i < 30; i++) { int x = __VERIFIER_nondet_uchar(); printf("%d %d\\n", i, x); if (x == 200) exit(4); } return 0; }`,
};

const MODES = ['mix', 'small', 'random', 'boundary', 'steady'] as const;

describe.each(['ILP32', 'LP64'] satisfies DataModel[])('loops as JavaScript do what the closures do (%s)', (model) => {
  it.each(Object.entries(PROGRAMS))('%s', async (_, source) => {
    const program = await compile(`${HEAD}\n${source}`, model);
    const layout = new Layout({ dataModel: model, byteOrder: 'little' });
    const drawn = { layout, constants: minedConstants(program) };
    const inputs = (seed: number) => seededInputs(seed, MODES[seed % MODES.length], drawn);
    const make = (hotAfter: number): Machine =>
      new Machine(program, { inputs: inputs(0), errorFunctions: ['reach_error'], hotAfter });
    const [closures, ...texts] = [make(Number.POSITIVE_INFINITY), make(1), make(5)];
    const runs = (changes: () => RunChanges): RunResult => {
      const expected = closures.run(changes());
      for (const machine of texts) expect(machine.run(changes())).toEqual(expected);
      return expected;
    };
    const lengths: number[] = [];
    for (let seed = 0; seed < 30; seed++) {
      lengths.push(
        runs(() => ({ inputs: inputs(seed), record: seed % 2 === 0 ? 'inputs' : 'none', maxSteps: 100_000 })).steps,
      );
    }
    // Wherever it is cut.
    for (let maxSteps = 0; maxSteps < Math.min(lengths[0], 300); maxSteps++)
      runs(() => ({ inputs: inputs(0), record: 'none', maxSteps }));
    const traced = runs(() => ({
      inputs: inputs(1),
      record: 'trace',
      traceLimit: 20,
      traceTail: 50,
      traceResume: lengths[1] - 50,
      maxSteps: 100_000,
    }));
    expect(traced.steps).toBe(lengths[1]);
  });
});
