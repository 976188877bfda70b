import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TranslationUnit } from '../../../src/c/ast.ts';
import { parseProgram } from '../../../src/c/index.ts';
import { preprocess } from '../../../src/c/source/preprocess.ts';
import type { Standard } from '../../../src/c/source/standard.ts';
import { runProgram, scriptedInputs } from '../../../src/interpreter/index.ts';
import { buildProgram } from '../../../src/program/passes.ts';
import { scratchFolder } from '../../scratch.ts';
import { hasGcc } from './gcc.ts';

/** C23, as `-std=c23` asks for it. Each program ends with status 0. */

const scratch = scratchFolder('c23');
const native = hasGcc('LP64');

/** How the program ends: its status, or the first message about it. */
function ending(text: string, standard: Standard): number | string {
  try {
    return statusOf(parseProgram([{ text, file: 'test.c', standard }], { model: 'LP64' }));
  } catch (error) {
    return (error as Error).message;
  }
}

function statusOf(unit: ReturnType<typeof parseProgram>): number | string {
  const { outcome } = runProgram(buildProgram(unit), { inputs: scriptedInputs([]), errorFunctions: [] });
  return outcome.kind === 'exit' ? outcome.status : outcome.kind;
}

/** Whether gcc's code ends with status 0; null where this gcc does not know the construct. */
function natively(text: string): boolean | null {
  const [source, program] = [join(scratch, 'program.c'), join(scratch, 'program')];
  writeFileSync(source, text);
  if (spawnSync('gcc', ['-w', '-std=gnu2x', source, '-o', program]).status !== 0) return null;
  return spawnSync(program).status === 0;
}

const PROGRAMS: Readonly<Record<string, string>> = {
  'separators between digits': `int main(void) {
    int a = 1'000'000; unsigned b = 0b1010'0101; long c = 0xFF'FFl; double d = 1'0.2'5, e = 0x1'0.8p1'0;
    return !(a == 1000000 && b == 165 && c == 65535 && d == 10.25 && e == 16896.0 && 'a' == 97);
  }`,
  'named constants of integers': `constexpr int N = 4; constexpr unsigned char most = 255; static int twice = 2 * N;
  struct bits { unsigned field : N; }; enum { NEXT = N + 1 };
  int main(void) {
    int a[N] = { [N - 1] = 3 }; constexpr long local = N * 2L; static long kept = local; static_assert(N == 4);
    constexpr static int inner = sizeof(a); const int *p = &N;
    switch (a[3]) { case N - 1: break; default: return 1; }
    return !(twice == 8 && kept == 8 && most == 255 && NEXT == 5 && inner == 16 && *p == 4 && sizeof(a) == 16);
  }`,
  'named constants of other types': `constexpr double half = 0.5; static double third = half * 3;
  static int whole = (int)(half * 4); constexpr int *none = nullptr; constexpr struct s { int a, b; } s = { 1, 2 };
  constexpr char text[] = "ab";
  int main(void) { return !(third == 1.5 && whole == 2 && none == nullptr && s.b == 2 && text[1] == 'b' && sizeof text == 3); }`,
  'types of objects without qualifiers': `int main(void) {
    const int c = 3; typeof(c) d = 4; typeof_unqual(c) e = 5; e++; typeof_unqual(const volatile int) f = 1; f++;
    const int row[2] = { 1, 2 }; typeof_unqual(row) copy = { 3, 4 }; copy[0]++;
    return !(d == 4 && e == 6 && f == 2 && copy[0] == 4 && _Generic(&d, const int *: 1, default: 0));
  }`,
  'the null pointer': `static int is(int *p) { return p == nullptr; }
  int main(void) {
    int x = 3, *p = nullptr; nullptr_t n = nullptr; void *q = n; bool b = nullptr;
    p = x ? &x : nullptr; int *r = *(x ? &x : n) == 3 ? n : &x;
    int kind = _Generic(nullptr, void *: 1, nullptr_t: 0) + _Generic(q, nullptr_t: 1, void *: 0) + _Generic(n, nullptr_t: 0, default: 1);
    return !(is(nullptr) && !b && !q && !n && *p == 3 && r == nullptr && kind == 0 && sizeof(nullptr) == sizeof(void *));
  }`,
  'truth values': `static_assert(true); struct s { int a; static_assert(sizeof(bool) == 1, "one"); };
  int main(void) { bool b = true, c = false; b = 5; return !(b == true && !c && sizeof true == 1 && _Generic(false, bool: 1, default: 0)); }`,
  'keywords of alignment and threads': `alignas(16) static int x; thread_local int t = 3;
  int main(void) { return !(alignof(int) == 4 && (unsigned long)&x % 16 == 0 && t == 3); }`,
  'types of initialisers': `auto global = 7L; static const auto fixed = 2.5f;
  int main(void) {
    auto x = 3; auto y = 2.5; const auto z = 7u; auto p = &x; static auto s = 4L; auto q = "abc"; auto int old = 1;
    for (auto i = 0ll; i < 3; i++) x += sizeof i == 8;
    return !(x == 6 && y == 2.5 && z == 7 && *p == 6 && sizeof s == 8 && sizeof global == 8 && q[1] == 'b' && old
      && _Generic(fixed, float: 1, default: 0) && _Generic(&z, const unsigned *: 1, default: 0));
  }`,
  'empty initialisers': `struct s { int a; int b[3]; };
  int main(void) {
    int x = {}, a[3] = {}, *q = {}; struct s s = {}; struct s *p = &(struct s){};
    return x || s.a || s.b[2] || a[1] || p->b[1] || q;
  }`,
  'labels before declarations and ends': `int main(void) {
    goto l; l: int x = 3; { m: } switch (x) { case 3: int y; default: } goto end; end:
    return 0;
  }`,
  attributes: `[[nodiscard]] static int f(void) { return 1; } [[deprecated("old")]] static int h([[maybe_unused]] int x) { return 0; }
  struct [[deprecated]] s { [[maybe_unused]] int a; }; enum e { A [[deprecated]], B };
  int main(void) {
    [[maybe_unused]] int y = f(); switch (y) { case 1: y = 2; [[fallthrough]]; case 2: break; }
    [[gnu::unused]] int z; [[]]; return y - 2 + h(3);
  }`,
  'what cannot be reached': 'int main(int n, char **v) { if (n > 100) unreachable(); return 0; }',
  'types of enumerations': `enum e : unsigned char { A = 200, B }; enum f : long long; enum big { C = 0x1'0000'0000 };
  int main(void) { enum e x = B; return !(x == 201 && sizeof x == 1 && sizeof C == 8); }`,
};

test.each(Object.entries(PROGRAMS))('%s', (_, text) => {
  expect(ending(text, 'c23')).toBe(0);
  if (native) expect(natively(text)).not.toBe(false);
});

// GCC 13 is the first that gives them this type.
test('strings in UTF-8 have unsigned units', () => {
  const text = `int main(void) {
    unsigned char a[] = u8"x\\xff"; char b[] = u8"y";
    return !(a[0] == 'x' && u8"\\xff"[0] == 255 && b[0] == 'y' && _Generic(u8'a', unsigned char: 1, default: 0));
  }`;
  expect(ending(text, 'c23')).toBe(0);
  expect(ending(text, 'c17')).toBe(1);
});

test('the words are names in other versions of C', () => {
  const text = `typedef int bool; enum { false, true }; static int nullptr = 2, constexpr = 3, alignof = 4, static_assert = 5;
  static bool unreachable(void) { return true; } static int thread_local(int nullptr_t) { return nullptr_t; }
  int main(void) { auto int x = nullptr; return !(unreachable() && thread_local(x) == 2 && constexpr == 3); }`;
  expect(ending(text, 'c17')).toBe(0);
  expect(ending("int main(void) { return 1'0; }", 'c17')).toContain('missing terminating');
});

test('a constant needs a constant value', () => {
  expect(ending('int main(int n, char **v) { constexpr int x = n; return x; }', 'c23')).toMatch(/constant/);
});

test('types of any width are refused by name', () => {
  expect(ending('_BitInt(17) x; int main(void) { return 0; }', 'c23')).toContain('_BitInt is not supported');
  expect(ending('_BitInt(17) x; int main(void) { return 0; }', 'c17')).toContain('_BitInt is not supported');
});

test.runIf(native)('compilers of all ages preprocess it', async () => {
  const file = join(scratch, 'directives.c');
  writeFileSync(
    file,
    `#include <stdbool.h>
#include <stddef.h>
#if !true || false
#error "the truth"
#endif
int main(void) { bool b = true; int *p = nullptr; if (p) unreachable(); return !(b && sizeof true == 1 && 1'0 == 10); }
`,
  );
  const read = async (flags: readonly string[]): Promise<TranslationUnit> =>
    parseProgram([await preprocess(file, { model: 'LP64', flags })], { model: 'LP64' });
  for (const std of ['c23', 'gnu23', 'c2x', 'iso9899:2024'])
    expect(statusOf(await read(['-std=c11', `-std=${std}`]))).toBe(0);
  await expect(read(['-std=c23', '-std=c11'])).rejects.toThrow();
});

test('storage classes of compound literals decide how long they live, and what changes them', () => {
  const text = `static int *next(void) { int *p = (static int[1]){5}; ++*p; return p; }
  static int again(void) { int *p = (int[1]){5}; return ++*p; }
  int main(void) {
    int *p = next(), sum = (constexpr long){3} + (static thread_local int){4} + (register int){2};
    return !(p == next() && *p == 7 && again() == 6 && again() == 6 && sum == 9 && sizeof(static char[4]){0} == 4);
  }`;
  expect(ending(text, 'c23')).toBe(0);
  expect(ending('int main(void) { return (static int)1; }', 'c23')).toContain('initialiser list');
  expect(ending('int main(void) { return (static static int){1}; }', 'c23')).toContain('storage class');
  expect(ending('int main(void) { return ++(constexpr int){1}; }', 'c23')).toContain('read-only');
});
