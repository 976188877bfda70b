import { describe, expect, it } from 'vitest';
import { onlyPath, type PathEnd } from '../../../../src/system/encode/path/only-path.ts';
import { compile } from './compile.ts';

const HEAD = `void reach_error(void); int __VERIFIER_nondet_int(void); void *malloc(unsigned long); void *calloc(unsigned long, unsigned long);
void *memset(void *, int, unsigned long); void free(void *);\n`;

function pathOf(body: string, edges = 100_000): PathEnd {
  return onlyPath(compile(HEAD + body).linked, { edges, isLate: () => false });
}

/** A list of nodes, each of which keeps the distance from its start to its link, as containers in macros do. */
const LIST = (error: string): string => `
struct link { struct link *next; long distance; };
struct node { int key; struct link link; };
int main(void) {
  struct link *head = 0;
  for (int i = 0; i < 20; i++) {
    struct node *n = malloc(sizeof *n);
    memset(n, 0, sizeof *n);
    n->key = 3 * i;
    n->link.distance = (char *)&n->link - (char *)n;
    n->link.next = head;
    head = &n->link;
  }
  int sum = 0;
  while (head) {
    struct node *n = (struct node *)((char *)head - head->distance);
    sum += n->key;
    head = head->next;
    free(n);
  }
  if (${error}) reach_error();
}`;

describe('the only path of a program', () => {
  it('ends, with as many steps as loops have turns', () => {
    const body = 'int main(void) { int s = 0; for (int i = 0; i < 10; i++) s += i; if (s != 45) reach_error(); }';
    expect(pathOf(body)).toEqual({ kind: 'ends', steps: 12 });
  });

  it('goes through blocks of memory that loops make', () => {
    expect(pathOf(LIST('sum != 570'))).toMatchObject({ kind: 'ends' });
    expect(pathOf(LIST('sum == 570'))).toEqual({ kind: 'fails' });
  });

  it('goes through blocks that grow, and through bytes of what they hold', () => {
    const body = (error: string): string => `int main(void) {
      unsigned hash = 0;
      for (int size = 1; size < 40; size *= 2) {
        int *block = calloc(size, sizeof(int));
        for (int i = 0; i < size; i++) block[i] = i * 257;
        for (unsigned i = 0; i < size * sizeof(int); i++) hash = hash * 31 + ((unsigned char *)block)[i];
      }
      if (${error}) reach_error();
    }`;
    const ends = [pathOf(body('hash == 0')).kind, pathOf(body('hash != 0')).kind];
    expect(ends).toEqual(['ends', 'fails']);
  });

  it('is open where an input decides, and ends where none does', () => {
    const body = (condition: string): string =>
      `int main(void) { int x = __VERIFIER_nondet_int(), y = 1; for (int i = 0; i < 3; i++) y += ${condition}; if (y > 9) reach_error(); }`;
    expect(pathOf(body('x != 0 ? 4 : 1')).kind).toBe('open');
    expect(pathOf(body('x * 0 + 2'))).toMatchObject({ kind: 'ends' });
  });

  it('is open where content that nobody wrote decides, or an address', () => {
    const indeterminate =
      'int main(void) { int *p = malloc(4); for (int i = 0; i < *p; i++) ; if (*p == 7) reach_error(); }';
    const address =
      'int main(void) { int a, b; for (int i = 0; i < 2; i++) ; if ((unsigned long)&a < (unsigned long)&b) reach_error(); }';
    expect([pathOf(indeterminate).kind, pathOf(address).kind]).toEqual(['open', 'open']);
  });

  it('is open if it is too long, or if it has no end', () => {
    const long = 'int main(void) { int s = 0; for (int i = 0; i < 1000; i++) s += i; if (s == 1) reach_error(); }';
    expect(pathOf(long, 500)).toEqual({ kind: 'open', why: 'the path has more than 500 edges' });
    expect(pathOf('int main(void) { int s = 0; while (s < 3) s = s * 0; reach_error(); }', 5000).kind).toBe('open');
  });

  it('goes through recursive functions and variables that a loop declares', () => {
    const body = (
      error: string,
    ): string => `int sum(int *of, int n) { int here = of[n]; return n == 0 ? here : here + sum(of, n - 1); }
    int main(void) {
      int total = 0;
      for (int i = 1; i < 6; i++) { int a[6]; for (int k = 0; k < 6; k++) a[k] = i; total += sum(a, i); }
      if (${error}) reach_error();
    }`;
    const ends = [pathOf(body('total != 70')).kind, pathOf(body('total == 70')).kind];
    expect(ends).toEqual(['ends', 'fails']);
  });
});
