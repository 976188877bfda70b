import { describe, expect, it } from 'vitest';
import { constraintOf } from '../../../../../src/apps/output/witness/text/constraint.ts';
import { Edits } from '../../../../../src/apps/output/witness/text/file-text.ts';
import type { TextRange } from '../../../../../src/apps/output/witness/text/found.ts';
import { structureOf } from '../../../../../src/apps/output/witness/text/structure.ts';
import { tokensOf } from '../../../../../src/apps/output/witness/text/tokens.ts';

const words = (text: string, ranges: readonly TextRange[]): readonly string[] =>
  ranges.map(({ start, end }) => text.slice(start, end));

describe('tokens', () => {
  it('leave out comments and directives, and keep literals whole', () => {
    const text = '#define A \\\n  "\nint /* ; */ x = \'"\' + L"a;\\"b" >>= .5e-3f; // }\ny->z';
    expect(tokensOf(text).map((token) => token.text)).toEqual([
      'int',
      'x',
      '=',
      "'\"'",
      '+',
      'L"a;\\"b"',
      '>>=',
      '.5e-3f',
      ';',
      'y',
      '->',
      'z',
    ]);
  });
});

describe('the structure of a text', () => {
  it('has the statements of each kind, and their braces', () => {
    const text =
      'struct s { int a; } g = { 1 };\nint f(x) int x; { L: if (x) y(); else { z(); } do w(); while (0); return 1; }';
    const { statements, bodies } = structureOf(text);
    const found = new Map(statements.map((one) => [text.slice(one.start, one.end), one.beside]));
    expect(found.get('if (x) y(); else { z(); }')).toBe(true);
    expect(found.get('y();')).toBe(false);
    expect(found.get('z();')).toBe(true);
    expect(found.get('w();')).toBe(false);
    expect(found.get('return 1;')).toBe(true);
    expect(bodies.map(({ name }) => name)).toEqual(['f']);
  });

  it('has full expressions: conditions, returned values, initialisers and the parts of for', () => {
    const text = 'int f(void) { int a = g(1), b[2] = { 3 }; for (i = 0; i < 3; i++) while (h(a)) return a + 1; }';
    expect([...words(text, structureOf(text).expressions)].sort()).toEqual(
      ['a + 1', 'g(1)', 'h(a)', 'i < 3', 'i = 0', 'i++'].sort(),
    );
  });

  it('has branchings with their conditions and labels', () => {
    const text =
      'void f(void) { switch (x) { case 1: case A ? 2 : 3: y = (a && b) ? c : d; case 4 ... 6: while (1) { case 9: ; } default: ; } }';
    const { branchings } = structureOf(text);
    expect(branchings.map(({ keyword, condition }) => [keyword, text.slice(condition.start, condition.end)])).toEqual([
      ['?', '(a && b)'],
      ['while', '1'],
      ['switch', 'x'],
    ]);
    expect(branchings[2].labels).toEqual([['1'], ['A ? 2 : 3'], ['4', '6'], ['9']]);
  });

  it('has calls, but no declarations and casts', () => {
    const text =
      'extern int g(int);\nint f(void) { extern int h(void); return (int)(a) + p->q[1](b, (c)) + (*r)(d) + g(sizeof(x)); }';
    expect(words(text, structureOf(text).calls)).toEqual(['p->q[1](b, (c))', '(*r)(d)', 'g(sizeof(x))']);
  });

  it('looks into statement expressions', () => {
    const text = 'int f(void) { return ({ int a = 1; if (a) b(); a; }); }';
    expect(words(text, structureOf(text).statements)).toContain('if (a) b();');
  });

  it('of any text is found', () => {
    for (const text of ['', '}', 'int f(void) {', 'int f( { ( [', 'case ? : ?', 'int f(void) { for (;;', '"', "'"])
      expect(() => structureOf(text)).not.toThrow();
  });
});

describe('edits', () => {
  it('keep ranges within each other whole', () => {
    const edits = new Edits('f(g(x));');
    edits.wrap({ start: 2, end: 6 }, '<', '>', 0);
    edits.wrap({ start: 0, end: 7 }, '(', ')', 1);
    edits.wrap({ start: 0, end: 8 }, '{', '}', 2);
    edits.wrap({ start: 0, end: 7 }, '[', ']', 3);
    expect(edits.apply().text).toBe('{([f(<g(x)>)]);}');
  });
});

describe('a constraint', () => {
  it.each([
    ['x == 1 &&\n y[2] < (int)z', 'x == 1 && y [ 2 ] < ( int ) z'],
    ['\\result == -3', 'lemmata_result == - 3'],
    ['sizeof(x) > 3', 'sizeof ( x ) > 3'],
  ])('%s is an expression', (value, text) => {
    expect(constraintOf(value, { result: true })).toEqual({ text });
  });

  it.each([
    ['', true],
    ['x = 1', true],
    ['x++ > 1', true],
    ['(x', true],
    ['x); abort(', true],
    ['f(x) == 1', false],
    ['\\forall int i; a[i] > 0', false],
    ['x > 0 ==> y > 0', false],
  ])('%s is none (malformed: %s)', (value, malformed) => {
    expect(constraintOf(value, { result: false })).toMatchObject({ malformed });
  });
});
