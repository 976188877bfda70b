import { describe, expect, it } from 'vitest';
import type { DataModel } from '../../../../src/c/types/types.ts';
import { encodeOnlyRun, takesInputs } from '../../../../src/system/encode/path/only-run.ts';
import { compile } from './compile.ts';

const SIZES = { LP64: 'unsigned long', ILP32: 'unsigned int' } as const;
const HEAD = `int __VERIFIER_nondet_int(void); void *malloc(size_t); void free(void *);
void *memset(void *, int, size_t);\n`;

/** What the only run does under checks of memory; null without such a run. */
function runOf(body: string, steps = 1000, model: DataModel = 'LP64'): 'ends' | 'fails' | null {
  const { linked } = compile(`typedef ${SIZES[model]} size_t; ${HEAD}${body}`, model, {
    checks: ['deref', 'free', 'memtrack'],
  });
  const run = encodeOnlyRun(linked, steps);
  if (run === null) return null;
  const [block] = run.system.blocks;
  expect(block.bad).toBe(run.fails ? run.system.terms.true : run.system.terms.false);
  expect(run.system.blocks).toHaveLength(1);
  return run.fails ? 'fails' : 'ends';
}

/** A table of lists: its pointers are cleared as bytes, and read as pointers. */
const table = (most: string): string => `
struct node { int key; struct node *next; };
struct bucket { struct node *first; unsigned count; };
int main(void) {
  struct bucket *table = malloc(8 * sizeof *table);
  memset(table, 0, 8 * sizeof *table);
  for (int i = 0; i < 12; i++) {
    struct node *n = malloc(sizeof *n);
    struct bucket *b = &table[(i * 5) & ${most}];
    n->key = i;
    n->next = b->first;
    b->first = n;
    b->count++;
  }
  for (int b = 0; b < 8; b++)
    for (struct node *n = table[b].first; n != 0;) { struct node *next = n->next; free(n); n = next; }
  free(table);
}`;

describe('a program with a single run', () => {
  it.each(['LP64', 'ILP32'] as const)('is a system of one block, which ends or fails (%s)', (model) => {
    expect(runOf(table('7'), 1000, model)).toBe('ends');
    expect(runOf(table('15'), 1000, model)).toBe('fails');
  });

  it('is none where what nobody wrote decides, or where the run is longer', () => {
    expect(runOf('int main(void) { int *p = malloc(4), s = 0; if (*p == 7) p[1] = 0; free(p); }')).toBeNull();
    const long = 'int main(void) { int *p = malloc(4); for (int i = 0; i < 30000; i++) *p = i; free(p); }';
    expect([runOf(long, 1), runOf(long, 60_000)]).toEqual([null, 'ends']);
  });

  it('takes no inputs', () => {
    const input = 'int main(void) { int a[2] = { 0 }; return a[__VERIFIER_nondet_int() & 1]; }';
    const none = 'int main(void) { int a[2] = { 0 }; return a[1]; }';
    const [some, no] = [input, none].map((body) =>
      takesInputs(compile(`typedef unsigned long size_t; ${HEAD}${body}`, 'LP64', { checks: ['deref'] }).linked),
    );
    expect([some, no]).toEqual([true, false]);
  });
});
