import { describe, expect, it } from 'vitest';
import { Excerpts, isSourceOf } from '../../../../src/c/source/excerpts.ts';

/** The texts around the place that `@` marks, which is no part of the source. */
function around(marked: string, condition = false): readonly string[] {
  const offset = marked.indexOf('@');
  const before = marked.slice(0, offset).split('\n');
  const text = marked.replace('@', '');
  return new Excerpts(text).around(before.length, (before.at(-1)?.length ?? 0) + 1, condition);
}

describe('the source text around a place', () => {
  it('is a statement, or a part of one between commas', () => {
    expect(around('int f(void) { x = 1; if (a) y @= g(b, c) + 2; z = 3; }')).toEqual(['y = g(b, c) + 2']);
    expect(around('for (int i = 0, n @= 2; i < n; i++) ;')).toEqual(['n = 2', 'int i = 0, n = 2']);
    expect(around('for (i = 0; s[i]; i@++) ;')).toEqual(['i++']);
    expect(around('switch (x) { case A: v@++; break; }')).toEqual(['v++']);
    expect(around('else x @= /* why */ a\n    ? 1 : 0;')).toEqual(['x = a ? 1 : 0']);
  });

  it('is an operand of a branch where a condition is meant', () => {
    expect(around('while (a && b@[i] == 3 || c) ;', true)[0]).toBe('b[i] == 3');
    expect(around('if ((c = getchar()) @!= EOF && c) ;', true)[0]).toBe('(c = getchar()) != EOF');
    expect(around('int m = x @> y ? x : y;', true)[0]).toBe('x > y');
  });

  it('widens to what encloses the place', () => {
    expect(around('x = (a @+ b) * 2;')).toEqual(['a + b', 'x = (a + b) * 2']);
  });

  it('is one of those in a line where the column is another one', () => {
    const source = new Excerpts('p[MAX - 8] = GREEN + 1;\nf(a, b); x = 1;');
    expect(source.inLine(1, false)).toContain('p[MAX - 8] = GREEN + 1');
    expect(source.inLine(2, false)).toEqual(expect.arrayContaining(['f(a, b)', 'x = 1']));
    expect(source.inLine(3, false)).toEqual([]);
    expect(new Excerpts('f();'.repeat(1000)).inLine(1, false)).toEqual([]);
  });

  it('is nothing between tokens, and beyond the text', () => {
    expect(around('x  @ = 3;')).toEqual([]);
    expect(new Excerpts('x = 3;').around(7, 1, false)).toEqual([]);
  });

  it('takes time in proportion to a text of brackets', () => {
    const deep = `x = ${'('.repeat(200_000)}a${')'.repeat(200_000)};`;
    const begun = performance.now();
    expect(new Excerpts(deep).around(1, 3, false)).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});

describe('an excerpt and the meaning of an expression', () => {
  it.each([
    ['int c = 300 + k', 'c = (unsigned char)(300u + k)', true],
    ['x += LIMIT', 'x = x + 5', true],
    ['x = y', 'x = z', false],
    ['x = f(y)', 'x = y', false],
    ['f(x) == 3', '$t1 == 3', true],
    ['unsigned long k = sizeof table / sizeof table[0]', 'k = 10', true],
    ['int n = sizeof(struct S) + 2 * MAX', 'n = 28', true],
    ['n = sizeof x + y', 'n = 5', false],
  ])('%s, %s: %s', (excerpt, meaning, expected) => {
    expect(isSourceOf(excerpt, meaning)).toBe(expected);
  });
});
