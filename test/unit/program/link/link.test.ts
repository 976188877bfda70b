import { describe, expect, it } from 'vitest';
import { link, linkedText } from '../cfa/support.ts';
import { programFacts } from './facts.ts';

const P = 'void reach_error(void); int nd(void); void abort(void); void exit(int);\n';
const text = (source: string) => linkedText(P + source);

describe('linking', () => {
  it('inlines calls, with a context per call site', () => {
    expect(
      text(
        'int g; int f(int x) { return x + 1; } int main(void) { g = f(f(1)); if (g != 3) reach_error(); return 0; }',
      ),
    ).toMatchInlineSnapshot(`
      "entry 0, error 8
      context 0: main ""
      context 1: f "0"
      context 2: f "1"
        0 -> 1: [0] enter context 1 (1)
        1 -> 2: [1] return x + 1
        2 -> 3: [0] $t1 = leave context 1
        3 -> 4: [0] enter context 2 ($t1)
        4 -> 5: [2] return x + 1
        5 -> 6: [0] g = leave context 2
        6 -> 7: [0] assume g != 3
        7 -> 8: [0] skip"
    `);
  });

  it('lays functions out once where copies would make the program too large', () => {
    const source = 'int f(int x) { return x + 1; } int main(void) { if (f(f(1)) != 3) reach_error(); return 0; }';
    expect(linkedText(P + source, 'reach_error', { inlined: 6 })).toMatchInlineSnapshot(`
      "entry 0, error 6
      context 0: main ""
      context 1: f "@4"
        0 -> 1: [0] enter context 1 (1) as call 1
        1 -> 2: [1] return x + 1
        2 -> 3: [0] $t1 = leave context 1 as call 1
        2 -> 4: [0] $t2 = leave context 1 as call 2
        3 -> 1: [0] enter context 1 ($t1) as call 2
        4 -> 5: [0] assume $t2 != 3
        5 -> 6: [0] skip"
    `);
  });

  it('goes on with a call of a function that is laid out once only where that call can be reached', () => {
    const linked = link(
      `${P} int g; void f(void) { if (g) reach_error(); } int main(void) { f(); if (0) { f(); g = 1; } f(); g = 2; f(); }`,
      'reach_error',
      { inlined: 0 },
    );
    expect(linked.edges.filter(({ op }) => op.kind === 'enter')).toHaveLength(3);
    // Behind the last call there is no error.
    expect(linked.edges.filter(({ op }) => op.kind === 'leave')).toHaveLength(2);
    expect(linked.contexts.map(({ path, shared }) => ({ path, shared }))).toEqual([
      { path: '', shared: false },
      { path: `@${linked.program.shared[0]}`, shared: true },
    ]);
  });

  it('names the sites of inlined calls from the innermost function on that is laid out once', () => {
    const chain = Array.from({ length: 10 }, (_, i) => `void f${i + 1}(int x) { f${i}(x); }`).join(' ');
    const source = `${P} void f0(int x) { if (x) reach_error(); } ${chain} int main(void) { f10(nd()); }`;
    const linked = link(source, 'reach_error', { depth: 3 });
    expect(linked.contexts).toHaveLength(12);
    expect(linked.contexts.filter(({ shared }) => shared)).toHaveLength(2);
    for (const { path } of linked.contexts) expect(path.split('/').length).toBeLessThanOrEqual(4);
  });

  it('keeps the names of execution sites short in long chains of calls', () => {
    const chain = Array.from({ length: 5000 }, (_, i) => `void f${i + 1}(int x) { f${i}(x); }`).join(' ');
    const linked = link(`${P} void f0(int x) { if (x) reach_error(); } ${chain} int main(void) { f5000(nd()); }`);
    expect(Math.max(...linked.contexts.map(({ path }) => path.length))).toBeLessThan(2000);
  });

  it('counts calls of an error function with a body', () => {
    expect(link('void reach_error(void) {} int main(void) { reach_error(); }').error).not.toBeNull();
    expect(link(`${P} int main(void) { if (nd()) abort(); }`, 'abort').error).not.toBeNull();
  });

  it('ends paths where the library does not return', () => {
    expect(text('void stop(void) { exit(1); } int main(void) { stop(); reach_error(); }')).toBe(
      'entry 0, error none\ncontext 0: main ""',
    );
    expect(text('int main(void) { if (nd()) abort(); reach_error(); }')).toMatchInlineSnapshot(`
      "entry 0, error 3
      context 0: main ""
        0 -> 1: [0] $t1 = nd()
        1 -> 2: [0] assume !$t1
        2 -> 3: [0] skip"
    `);
  });

  it('leaves out what cannot lead to the error', () => {
    expect(
      text('int g; int main(void) { if (nd()) { while (nd()) g++; return 1; } else reach_error(); g = 5; }'),
    ).toMatchInlineSnapshot(`
      "entry 0, error 3
      context 0: main ""
        0 -> 1: [0] $t1 = nd()
        1 -> 2: [0] assume !$t1
        2 -> 3: [0] skip"
    `);
  });

  it('calls a function that is passed as a pointer only when it is', () => {
    expect(
      linkedText(
        'void reach_error(void); int __VERIFIER_nondet_int(void); int a(int x) { return x; } int b(int x) { return -x; } int c(int x) { return 0; } int (*fp)(int), (*other)(int) = c; int main(void) { fp = __VERIFIER_nondet_int() ? a : b; if (fp(2) == 1) reach_error(); }',
      ),
    ).toMatchInlineSnapshot(`
      "entry 0, error 11
      context 0: main ""
      context 1: a "2"
      context 2: b "2"
        0 -> 1: [0] $t1 = __VERIFIER_nondet_int()
        1 -> 2: [0] fp = $t1 ? a : b
        2 -> 3: [0] assume fp == a
        2 -> 7: [0] assume fp == b
        2 -> 6: [0] unknown callee fp
        3 -> 4: [0] enter context 1 (2)
        4 -> 5: [1] return x
        5 -> 6: [0] $t2 = leave context 1
        6 -> 10: [0] assume $t2 == 1
        7 -> 8: [0] enter context 2 (2)
        8 -> 9: [2] return -x
        9 -> 6: [0] $t2 = leave context 2
        10 -> 11: [0] skip"
    `);
  });

  it('finds the error function behind a pointer', () => {
    const linked = link(`${P} struct O { void (*done)(void); } o = { reach_error }; int main(void) { o.done(); }`);
    expect(linked.error).not.toBeNull();
    expect(linked.edges.map(({ op }) => op.kind).sort()).toEqual(['assume-callee', 'skip', 'unknown-callee']);
  });
});

describe('recursive functions', () => {
  it('are laid out once', () => {
    const f = 'int f(int n) { return n ? n * f(n - 1) : 1; }';
    expect(text(`${f} int main(void) { if (f(3) == 6) reach_error(); }`)).toMatchInlineSnapshot(`
      "entry 0, error 5
      context 0: main ""
      context 1: f "@4", recursive
        0 -> 1: [0] enter context 1 (3) as call 1
        1 -> 6: [1] assume n
        1 -> 7: [1] assume !n
        2 -> 3: [0] $t1 = leave context 1 as call 1
        2 -> 8: [1] $t2 = leave context 1 as call 2
        3 -> 4: [0] assume $t1 == 6
        4 -> 5: [0] skip
        6 -> 1: [1] enter context 1 (n - 1) as call 2
        7 -> 9: [1] $t1 = 1
        8 -> 9: [1] $t1 = n * $t2
        9 -> 2: [1] return $t1"
    `);
    expect(
      programFacts(link(`${P} void f(void) { if (nd()) reach_error(); f(); } int main(void) { f(); }`)).recursion,
    ).toBe(true);
  });

  it('do not matter where the error can be reached neither from them nor from behind the call', () => {
    expect(link(`${P} void f(void) { f(); } int main(void) { if (nd()) reach_error(); else f(); }`).edges).toHaveLength(
      3,
    );
  });

  it('are told apart by who calls whom, through pointers too', () => {
    const linked = link(
      `${P} int h(int x) { return x; } int b(int n); int (*p)(int) = b; int a(int n) { return n ? p(h(n)) : 0; } int b(int n) { return a(n - 1); }
       int c(int n) { return n ? c(n - 1) : h(1); } int main(void) { if (a(2) || c(2)) reach_error(); }`,
    );
    const sets = new Map(linked.contexts.map((context) => [context.function.name, context.recursion]));
    expect(sets.get('a')).toBe(sets.get('b'));
    expect(sets.get('a')).not.toBe(sets.get('c'));
    expect(sets.get('c')).not.toBeNull();
    expect(
      linked.contexts.filter((context) => context.recursion === null).map((context) => context.function.name),
    ).toEqual(['main', 'h', 'h']);
  });
});

describe('what is not modelled', () => {
  it('is code that may run without being called', () => {
    const unsupported = (source: string) => programFacts(link(P + source)).unsupported;
    expect(unsupported('int at_quick_exit(void (*)(void)); int main(void) { at_quick_exit(reach_error); }')).toEqual([
      'call of at_quick_exit, which may call back',
    ]);
    expect(unsupported('void longjmp(void *, int); int main(void) { longjmp(0, 1); }')).toEqual([
      'longjmp to where no live activation has its setjmp',
    ]);
    expect(unsupported('void *b[5]; int main(void) { __builtin_longjmp(b, 1); }')).toEqual(['longjmp']);
    expect(
      unsupported('int setjmp(void *); int main(void) { int (*p)(void *) = setjmp; if (p(0)) reach_error(); }'),
    ).toContain('setjmp');
    expect(unsupported('int main(void) { asm("call reach_error"); }')).toEqual(['inline assembly']);
    expect(unsupported('int main(int c, char **v) { __builtin_trap(); reach_error(); }')).toEqual([]);
  });

  it('is what external functions call back, as calls that are shown', () => {
    const driver =
      'struct D { int id; void (*go)(void); }; void add(struct D *); int other; void plain(void) { other = 1; }';
    const lines = (source: string) => text(`${driver} ${source}`).split('\n');
    const go = lines('void go(void) { reach_error(); } int main(void) { struct D d; d.go = go; add(&d); }');
    expect(go.some((line) => line.includes('$callbacks'))).toBe(true);
    const plain = lines('struct D d = { 1, plain }; int main(void) { add(&d); if (other) reach_error(); }');
    expect(plain.some((line) => line.includes('other = 1'))).toBe(true);
    const nobody = lines('int main(void) { struct D d; add(&d); if (other) reach_error(); }');
    expect(nobody.some((line) => line.includes('$callbacks'))).toBe(false);
  });

  it('is a program beyond the limit', () => {
    const source = `${P} void f(void) { if (nd()) reach_error(); } void e(void) { f(); f(); } int main(void) { e(); e(); e(); }`;
    expect(programFacts(link(source, 'reach_error', { inlined: 0, edges: 12 })).unsupported).toEqual([
      'call in a program that is too large',
    ]);
    expect(programFacts(link(source)).unsupported).toEqual([]);
  });

  it('is a call with other arguments than the parameters, but not one with too few', () => {
    const unsupported = (source: string) => programFacts(link(P + source)).unsupported;
    expect(unsupported('void f(); int main(void) { f(1); reach_error(); } void f(int a, int b) {}')).toEqual([]);
    expect(unsupported('void f(); int main(void) { f(1.5); reach_error(); } void f(int a) {}')).toEqual([
      'call of a function through an incompatible type',
    ]);
  });
});

describe('facts', () => {
  it('are counted on what is left', () => {
    const linked = link(
      `${P} float x; int a[9]; int main(void) { int *p = a; for (int i = 0; i < nd(); i++) { x += 1; a[i] = *p; } if (a[1]) reach_error(); }`,
    );
    expect(programFacts(linked)).toEqual({
      loops: 1,
      edges: linked.edges.length,
      contexts: 1,
      recursion: false,
      inputs: true,
      floats: true,
      pointers: true,
      arrays: true,
      unsupported: [],
    });
    expect(linked.loops.map(({ mark }) => mark.name)).toEqual(['for']);
  });
});
