import { describe, expect, it } from 'vitest';
import { compile, edgesOf } from '../cfa/support.ts';

const f = (body: string) => edgesOf(`int g, a[4]; int h(int);\nint f(int x, int y) { ${body} }`);

describe('loops', () => {
  it('has while, for and do', () => {
    expect(f('while (x < y) x++; return x;')).toMatchInlineSnapshot(`
      "1: while
      1 -> 2: assume x < y
      1 -> 3: assume !(x < y)
      2 -> 1: x = x + 1
      3 -> 0: return x"
    `);
    expect(
      f('for (int i = 0; i < x; i++) { if (i == 2) continue; if (i == 3) break; g = i; } return 1;'),
    ).toMatchInlineSnapshot(`
      "0 -> 2: declare int i
      2 -> 3: i = 0
      3: for
      3 -> 5: assume i < x
      3 -> 6: assume !(i < x)
      4 -> 3: i = i + 1
      5 -> 4: assume i == 2
      5 -> 7: assume !(i == 2)
      6 -> 1: return 1
      7 -> 6: assume i == 3
      7 -> 8: assume !(i == 3)
      8 -> 4: g = i"
    `);
    expect(f('do { if (x) continue; g++; } while (h(g)); return 1;')).toMatchInlineSnapshot(`
      "1: do
      1 -> 2: assume x
      1 -> 4: assume !x
      2 -> 5: $t1 = h(g)
      3 -> 0: return 1
      4 -> 2: g = g + 1
      5 -> 1: assume $t1
      5 -> 3: assume !$t1"
    `);
  });

  it('sees that some loops are none', () => {
    expect(f('do g = 1; while (0); while (0) g = 2; for (;;) g++;')).toMatchInlineSnapshot(`
      "1 -> 2: g = 1
      2: while, for
      2 -> 2: g = g + 1"
    `);
    expect(f('for (;;);')).toMatchInlineSnapshot(`
      "1: for
      1 -> 1: skip"
    `);
  });

  it('marks loops at their first character', () => {
    const program = compile('void f(int x) {\n  while (x) x--;\n   for (;;) {\n do { x++; L: ; } while (x); }\n}');
    const marks = program.functions[0]!.marks.map(({ kind, name, at }) => `${kind} ${name} ${at.line}:${at.column}`);
    expect(marks).toEqual(['loop while 2:3', 'loop for 3:4', 'loop do 4:2', 'label L 4:12']);
  });
});

describe('switch', () => {
  it('has ranges, fall-through and default anywhere', () => {
    expect(
      f('switch (x) { case 1: g = 1; default: g = 2; break; case 5 ... 7: g = 3; } return g;'),
    ).toMatchInlineSnapshot(`
      "0 -> 3: case x in 1
      0 -> 5: case x in 5 ... 7
      0 -> 4: default x not in 1, 5 ... 7
      2 -> 1: return g
      3 -> 4: g = 1
      4 -> 2: g = 2
      5 -> 2: g = 3"
    `);
  });

  it("has Duff's device and jumps over declarations", () => {
    expect(
      f('switch (x & 3) { int t; case 0: do { g++; case 1: g--; } while (--y); t = 1; } return 0;'),
    ).toMatchInlineSnapshot(`
      "0 -> 2: $t1 = x & 3
      2 -> 4: case $t1 in 0
      2 -> 8: case $t1 in 1
      2 -> 3: default $t1 not in 0, 1
      3 -> 1: return 0
      4 -> 5: declare int t
      5: do
      5 -> 9: g = g + 1
      6 -> 10: y = y - 1
      7 -> 3: t = 1
      8 -> 9: declare int t
      9 -> 6: g = g - 1
      10 -> 5: assume y
      10 -> 7: assume !y"
    `);
  });

  it('decides constants', () => {
    expect(
      f('switch (2) { case 1: g = 1; break; case 2: g = 2; } switch (x) default: g = 3; return 0;'),
    ).toMatchInlineSnapshot(`
      "1 -> 3: g = 2
      2 -> 0: return 0
      3 -> 2: g = 3"
    `);
  });
});

describe('goto', () => {
  it('goes into blocks, forward and back', () => {
    expect(f('goto in; while (x) { g = 1; in: g = 2; if (y) goto out; } out: return g;')).toMatchInlineSnapshot(`
      "1: in
      1 -> 4: g = 2
      2: while
      2 -> 3: assume x
      2 -> 5: assume !x
      3 -> 1: g = 1
      4 -> 5: assume y
      4 -> 2: assume !y
      5: out
      5 -> 0: return g"
    `);
  });

  it('branches over labels whose address is taken', () => {
    expect(f('static void *t[] = { &&one, &&two }; goto *t[x]; one: g = 1; two: return g;')).toMatchInlineSnapshot(`
      "0 -> 2: $t1 = t[x]
      2 -> 4: assume $t1 == &&location4
      2 -> 3: assume !($t1 == &&location4)
      3 -> 6: assume $t1 == &&location6
      3 -> 5: assume !($t1 == &&location6)
      4: one
      4 -> 6: g = 1
      5 -> 7: unsupported: computed goto to an unknown label
      6: two
      6 -> 1: return g"
    `);
  });
});

describe('declarations', () => {
  it('start a lifetime, then initialise', () => {
    expect(
      f(
        'int n; int b[3] = { [1] = x }, c[2] = { x, y }; char s[8] = "ab", t[2] = "cd"; struct { int p; char q[4]; } r = { .q = "z" }; return 0;',
      ),
    ).toMatchInlineSnapshot(`
      "0 -> 2: declare int n
      2 -> 3: declare int b[3]
      3 -> 4: zero b
      4 -> 5: b[1] = x
      5 -> 6: declare int c[2]
      6 -> 7: c[0] = x
      7 -> 8: c[1] = y
      8 -> 9: declare char s[8]
      9 -> 10: s = "ab\\0"
      10 -> 11: declare char t[2]
      11 -> 12: t = "cd"
      12 -> 13: declare struct <anonymous> r
      13 -> 14: zero r
      14 -> 15: r.q = "z\\0"
      15 -> 1: return 0"
    `);
  });

  it('has short ranges written out and long ones as loops', () => {
    expect(
      f('int b[9] = { [2 ... 3] = h(1), 5 }; int z[1000] = { [0 ... 999] = 0 }; return 0;'),
    ).toMatchInlineSnapshot(`
      "0 -> 2: declare int b[9]
      2 -> 3: zero b
      3 -> 4: $t1 = h(1)
      4 -> 5: b[2] = $t1
      5 -> 6: b[3] = $t1
      6 -> 7: b[4] = 5
      7 -> 8: declare int z[1000]
      8 -> 9: zero z
      9 -> 1: return 0"
    `);
    expect(f('int b[1000] = { [1 ... 900] = 7 }; return 0;')).toMatchInlineSnapshot(`
      "0 -> 2: declare int b[1000]
      2 -> 3: zero b
      3 -> 4: $t1 = 1ul
      4 -> 5: assume $t1 <= 900ul
      4 -> 6: assume !($t1 <= 900ul)
      5 -> 7: b[$t1] = 7
      6 -> 1: return 0
      7 -> 4: $t1 = $t1 + 1ul"
    `);
  });

  it('measures variable length arrays', () => {
    expect(f('int b[x]; return sizeof b;')).toMatchInlineSnapshot(`
      "0 -> 2: $length = (unsigned long)x
      2 -> 3: declare int b[*]
      3 -> 1: return (int)sizeof(int [*])"
    `);
  });
});

describe('functions', () => {
  it('return, and fall off their end', () => {
    expect(f('if (x) return 1;')).toMatchInlineSnapshot(`
      "0 -> 2: assume x
      0 -> 1: assume !x
      2 -> 1: return 1"
    `);
    expect(edgesOf('int main(void) { }', 'main')).toMatchInlineSnapshot(`"0 -> 1: return 0"`);
  });

  it('convert arguments for old-style definitions', () => {
    expect(
      edgesOf('int k(c, d) char c; float d; { return c; } int f(int x) { return k(x, 2.0); }'),
    ).toMatchInlineSnapshot(`
      "0 -> 2: $t1 = k((char)x, 2.0f)
      2 -> 1: return $t1"
    `);
  });

  it('take assembly without instructions for what it is', () => {
    expect(
      f(
        'asm volatile("" ::: "memory"); asm("" : "+r"(x)); asm("# no" : "=r"(x) : "0"(y)); asm("cpuid" ::: "memory"); return x;',
      ),
    ).toMatchInlineSnapshot(`
      "0 -> 2: $t1 = y
      2 -> 3: x = $t1
      3 -> 4: unsupported: inline assembly
      4 -> 1: return x"
    `);
  });
});

describe('static initialisers', () => {
  it('are folded to constants', () => {
    const program = compile(
      'int a[4], *p = a + 2, *q = &a[1], n = (char)300; void f(void); void (*h)(void) = f; char s[2] = "xyz"; double d = 1.0 / 4;',
    );
    const values = program.globals.map(({ id, name }) => [
      name,
      program.initialValues.get(id)?.map(({ value }) => value.kind),
    ]);
    expect(values).toEqual([
      ['a', undefined],
      ['p', ['pointer-add']],
      ['q', ['pointer-add']],
      ['n', ['integer']],
      ['h', ['function-address']],
      ['s', ['bytes']],
      ['d', ['float']],
    ]);
    expect(program.initialValues.get(program.globals.find(({ name }) => name === 's')!.id)![0].value).toEqual({
      kind: 'bytes',
      units: [120, 121],
    });
  });

  it('keep tables of integers as lists', () => {
    const numbers = Array.from({ length: 20 }, (_, i) => i - 3);
    const program = compile(
      `short t[2][20] = { {1}, {${numbers.join()}} }; long w[20] = {${numbers.join()}}; int o[30] = { [29] = 1, [0] = ${numbers.join()} };`,
    );
    const [t, w, o] = program.globals.map(({ id }) => program.initialValues.get(id)!);
    expect(t.map(({ path, value }) => [path, value.kind])).toEqual([
      [[0, 0], 'integer'],
      [[1], 'bytes'],
    ]);
    expect(t[1].value).toEqual({ kind: 'bytes', units: numbers });
    expect([w.length, o.length]).toEqual([20, 21]);
  });
});
