import { describe, expect, it } from 'vitest';
import { type FunctionOutline, programOutline } from '../../../../src/program/cfa/outline.ts';
import { compile } from './support.ts';

const SOURCE = `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int twice(int x) { return 2 * x; }
int main(void) {
  int i = 0;
  while (i < 3) {
    if (__VERIFIER_nondet_int()) i = twice(i);
    i++;
  }
  if (i == 7) reach_error();
  return 0;
}
`;

function outlineOf(source: string): readonly FunctionOutline[] {
  return programOutline(compile(source), ['reach_error']).functions;
}

/** Blocks that can be reached from the first one. */
function reached({ blocks }: FunctionOutline): ReadonlySet<number> {
  const seen = new Set([0]);
  for (const index of seen) for (const { to } of blocks[index].next) seen.add(to);
  return seen;
}

describe('the outline of a program', () => {
  const [main, twice] = outlineOf(SOURCE);

  it('has main first, and no function without a body', () => {
    expect(outlineOf(SOURCE).map(({ name }) => name)).toEqual(['main', 'twice']);
    expect([...main.calls].sort()).toEqual(['__VERIFIER_nondet_int', 'reach_error', 'twice']);
    expect(twice.blocks).toMatchObject([{ operations: [{ text: 'return 2 * x' }], exit: true, next: [] }]);
  });

  it('names constants of enumerations, and leaves out conversions that C adds and that keep the value', () => {
    const [fn] = outlineOf(`extern void reach_error(void);
      enum colour { RED, GREEN };
      int main(void) {
        enum colour light = RED;
        char small = 1;
        unsigned long wide = small + 2u;
        if (light == GREEN && (char)wide > small) reach_error();
        return 0;
      }`);
    const texts = fn.blocks.flatMap(({ operations, next }) => [
      ...operations.map(({ text }) => text),
      ...next.flatMap(({ condition }) => (condition === null ? [] : [condition.text])),
    ]);
    expect(texts).toContain('light = RED');
    expect(texts).toContain('light == GREEN');
    // The conversion of a signed character to an unsigned number changes negative values.
    expect(texts).toContain('wide = (unsigned int)small + 2');
    expect(texts).toContain('(char)wide > small');
  });

  it('joins what follows each other, and parts at loops and branches', () => {
    expect(main.blocks[0].operations.map(({ text }) => text)).toEqual(['i = 0']);
    const [head] = main.blocks.filter(({ loops }) => loops.length > 0);
    expect(head.loops).toMatchObject([{ line: 6, column: 3 }]);
    expect(head.next.map(({ condition }) => condition?.text)).toEqual([
      'i < 3',
      expect.stringMatching(/^i >= 3$|^!\(i < 3\)$/),
    ]);
    expect(main.blocks.filter(({ error }) => error)).toMatchObject([
      { operations: [{ text: 'reach_error()', at: { line: 10 } }] },
    ]);
    expect(main.blocks.filter(({ exit }) => exit)).toHaveLength(1);
  });

  it('leads to every block that there is', () => {
    for (const fn of [main, twice]) expect(reached(fn).size).toBe(fn.blocks.length);
  });

  it.each(['int main(void) { for (;;) ; }', 'int main(void) { a: goto a; }', 'int main(void) { do { } while (1); }'])(
    'ends for %s',
    (source) => {
      const [fn] = outlineOf(source);
      expect(fn.blocks.some(({ next }, index) => next.some(({ to }) => to <= index))).toBe(true);
    },
  );

  it('stays small', () => {
    const long = `int main(void) { int x = 0; ${'x = x * 3 + 1; '.repeat(500)} return x; }`;
    const [{ blocks }] = outlineOf(long);
    expect(blocks[0].operations.length).toBeLessThan(20);
    expect(blocks[0].operations.length + blocks[0].more).toBeGreaterThanOrEqual(501);
    const branchy = `int main(void) { int x = 0; ${'if (x) x++; '.repeat(500)} return x; }`;
    expect(outlineOf(branchy)[0].blocks).toEqual([]);
    const many = `${Array.from({ length: 300 }, (_, i) => `int f${i}(void) { return ${i}; }`).join('\n')}\nint main(void) { return 0; }`;
    expect(programOutline(compile(many), ['reach_error'])).toMatchObject({ omitted: 101 });
  });
});
