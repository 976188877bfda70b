import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrontEndError } from '../../../src/c/diagnostics.ts';
import { parseProgram } from '../../../src/c/index.ts';
import { formatType } from '../../../src/c/types/type-format.ts';

function link(...texts: string[]) {
  return parseProgram(
    texts.map((text, index) => ({ text, file: `${'abc'[index]}.c` })),
    { model: 'LP64' },
  );
}

function linkErrors(...texts: string[]): string[] {
  try {
    link(...texts);
    return [];
  } catch (error) {
    if (!(error instanceof FrontEndError)) throw error;
    return error.diagnostics.map(
      ({ code, at, notes }) => `${code} ${at?.file}:${at?.line} ${notes.map((note) => note.at?.file).join()}`,
    );
  }
}

describe('several files', () => {
  it('share external names and keep static ones apart', () => {
    const unit = link(
      'int x; static int s; int f(void); int main(void) { return f() + x + s; }',
      'int x = 4; static int s; int f(void) { return x + s; }',
    );
    expect(unit.globals.map(({ name, undefined: open }) => [name, open])).toEqual([
      ['x', false],
      ['s', false],
      ['s', false],
    ]);
    expect(unit.functions.map(({ name, definition }) => [name, definition !== null])).toEqual([
      ['f', true],
      ['main', true],
    ]);
    expect(new Set(unit.globals.map(({ id }) => id)).size).toBe(3);
  });

  it('agree on clauses in which parameters and variables of quantifiers have other names', () => {
    const clauses = (parameters: string, condition: string): string =>
      `struct s { int i, j; int *a; }; struct s x; int f(${parameters}) __CPROVER_requires(${condition});`;
    const all = (name: string, rest: string): string => `__CPROVER_forall { int ${name}; ${rest} }`;
    const [p, q] = ['struct s *p, int n', 'struct s *q, int i'];
    const first = clauses(
      p,
      `${all('k', 'k < n ==> p->a[k] < p->i')} && ${all('k', `${all('l', 'l < x.j || k')} && k`)}`,
    );
    const same = clauses(
      q,
      `${all('j', 'j < i ==> q->a[j] < q->i')} && ${all('i', `${all('j', 'j < x.j || i')} && i`)}`,
    );
    expect(linkErrors(first, same)).toEqual([]);
    const differences: readonly (readonly [string, string])[] = [
      [clauses(p, all('k', 'k < p->i')), clauses(q, all('j', 'j < q->j'))],
      [clauses(p, all('i', 'i < x.i')), clauses(q, all('j', 'j < x.j'))],
      [clauses('int a, int b', 'a < b'), clauses('int b, int a', 'a < b')],
      [clauses(p, all('k', all('l', 'k < l'))), clauses(p, all('k', all('l', 'l < k')))],
      [clauses(p, all('k', `${all('k', 'k < n')} && k`)), clauses(p, all('k', `${all('l', 'k < n')} && k`))],
      [clauses('int a, int b', `${all('a', 'a < b')} && a`), clauses('int a, int b', `${all('b', 'b < b')} && a`)],
    ];
    for (const [one, other] of differences) expect(linkErrors(one, other)).toEqual(['C1344 b.c:1 a.c']);
  });

  it('give a variable its composite type and the value of its definition', () => {
    const unit = link('extern int a[]; int g(void) { return a[1]; }', 'int a[3] = { 1, 2, 3 };');
    expect(formatType(unit.globals[0].type)).toBe('int [3]');
    expect(unit.globals[0].initializer?.entries).toHaveLength(3);
  });

  it('leave what no file defines undefined', () => {
    expect(link('extern int x; int f(void) { return x; }').globals[0].undefined).toBe(true);
  });

  it('have one record for equal declarations, also when a file sees it incomplete', () => {
    const header = 'struct S { int a; struct S *next; }; typedef struct { int q; } U;';
    const unit = link(
      `${header} struct O; struct O *o; struct S s; U u;`,
      `${header} struct O { int v; }; extern struct O *o; extern struct S s; extern U u;`,
    );
    expect(unit.warnings).toEqual([]);
    expect(unit.globals).toHaveLength(3);
  });

  it('may use one tag for different records', () => {
    const unit = link(
      'struct S { int a; }; struct S s;',
      'struct S { char b[9]; }; int n = sizeof(struct S); struct S *p;',
    );
    const n = unit.globals.find(({ name }) => name === 'n')!;
    expect(n.initializer!.entries[0].value).toMatchObject({ value: 9n });
  });

  it.each([[0, 1] as const, [1, 0] as const])(
    'read through the own type if the layout is one (order %s, %s)',
    (first, second) => {
      const texts = [
        'int x = 5; char b[2];',
        'extern unsigned x, *p; extern unsigned char b[]; unsigned g(void) { return x + b[1]; }',
      ];
      const unit = link(texts[first], texts[second]);
      expect(unit.warnings.map(({ code }) => code)).toEqual(['C1961', 'C1961']);
      expect(unit.globals.map(({ name, type }) => `${name}: ${formatType(type)}`)).toEqual(
        expect.arrayContaining(['x: int', 'b: char [2]']),
      );
      expect(
        JSON.stringify(unit.functions[0].definition, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      ).toContain('"kind":"dereference"');
    },
  );

  it.each([
    ['int x = 5;', 'extern long x;'],
    ['short a[4] = { 1 };', 'extern int a[];'],
    ['char p[4];', 'extern char *p;'],
    ['double d;', 'extern long d;'],
    ['int v[3] = { 1 };', 'extern int v[4];'],
    ['struct S { int a; float b; }; struct S s;', 'struct S { float a; int b; }; extern struct S s;'],
  ])('must not declare %s as %s', (definition, declaration) => {
    expect(linkErrors(definition, declaration)).toEqual(['C1327 b.c:1 a.c']);
    expect(linkErrors(declaration, definition)).toEqual(['C1327 a.c:1 b.c']);
  });

  it.each([[0, 1] as const, [1, 0] as const])(
    'give a function the type of its definition (order %s, %s)',
    (first, second) => {
      const texts = ['int f(int a) { return a; }', 'long f(long, long); long g(void) { return f(2, 3); }'];
      const unit = link(texts[first], texts[second]);
      const f = unit.functions.find(({ name }) => name === 'f')!;
      expect(formatType(f.type)).toBe('int (int)');
      const g = unit.functions.find(({ name }) => name === 'g')!;
      expect(JSON.stringify(g.definition, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).toContain(
        '"kind":"dereference"',
      );
    },
  );

  const TYPES = [
    'int v',
    'unsigned v',
    'short v',
    'int *v',
    'char *v',
    'int v[]',
    'int v[2]',
    'unsigned v[2]',
    'int v[3]',
  ];

  it('have one meaning in each order of the files', () => {
    const declarations = fc.array(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 3 });
    /** What the program means: the types that conflict, or the type of the object. */
    const meaning = (texts: readonly string[]): string => {
      const errors = linkErrors(...texts);
      if (errors.length > 0) return errors[0].split(' ')[0];
      const unit = link(...texts);
      return `${formatType(unit.globals[0].type)} ${unit.warnings.length}`;
    };
    const property = fc.property(
      fc.constantFrom('int v = 1', 'int *v = 0', 'int v[2] = { 1 }'),
      declarations,
      (defined, others) => {
        const texts = [
          `${defined};`,
          ...others.map((each, i) => `extern ${each}; void *f${i}(void) { return (void *)&v; }`),
        ];
        const first = meaning(texts.slice(0, 3));
        expect(meaning(texts.slice(0, 3).reverse())).toBe(first);
        expect(meaning([...texts.slice(1, 3), texts[0]])).toBe(first);
      },
    );
    fc.assert(property, { numRuns: 60 });
  });

  it('must not define a name twice', () => {
    expect(linkErrors('int x = 1;', 'int x = 2;')).toEqual(['C1602 b.c:1 a.c']);
    expect(linkErrors('int f(void) { return 1; }', '\nint f(void) { return 2; }')).toEqual(['C1602 b.c:2 a.c']);
    expect(linkErrors('int f;', 'int f(void) { return 2; }')[0]).toContain('C1601 b.c:1 a.c');
    expect(
      linkErrors('int f(void) __attribute__((weak)); int f(void) { return 1; }', 'int f(void) { return 2; }'),
    ).toEqual([]);
    expect(linkErrors('inline int f(void) { return 1; }', 'inline int f(void) { return 1; }')).toEqual([]);
  });

  it('resolve aliases', () => {
    const unit = link('int g(void) { return 1; } int f(void) __attribute__((alias("g")));');
    const [g, f] = unit.functions;
    expect((f.same ?? f).definition).toBe(g.definition);
    expect(linkErrors('int f(void) __attribute__((alias("none")));')).toEqual(['C1603 a.c:1 ']);
  });
});
