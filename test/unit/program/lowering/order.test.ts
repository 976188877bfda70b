import { describe, expect, it } from 'vitest';
import { parseProgram } from '../../../../src/c/index.ts';
import { openOrderIn } from '../../../../src/program/cfa/beyond.ts';
import { buildProgram } from '../../../../src/program/passes.ts';

const DECLARED = `
extern int __VERIFIER_nondet_int(void); extern int printf(const char *, ...); extern void *malloc(unsigned long);
extern unsigned long strlen(const char *); extern void free(void *); extern int outside(int);
struct s { int n, m; char *text; struct s *next; } *head, one;
int g, h, table[4];
int set(int v) { g = v; return v; }
int get(void) { return g; }
int other(int v) { h = v; return v; }
int deep(int v) { return v > 0 ? deep(v - 1) : set(v); }
int through(int *to) { return *to = 1; }
int look(const int *from) { return *from; }
int member(struct s *to) { return to->n = 1; }
struct s *fresh(void) { struct s *x = malloc(sizeof *x); x->n = 1; return x; }
struct s *push(void) { struct s *x = fresh(); x->next = head; return head = x; }
int u(int a, int b) { return a + b; }
`;

/** The order that a statement leaves open, and accesses that C does not order. */
function found(statement: string): readonly string[] {
  const text = `${DECLARED} int (*fp)(int) = set; void f(int i, int j, int *p, int *q, struct s *x, struct s *y, char *t) { int a[4]; ${statement} }`;
  const program = buildProgram(parseProgram([{ text, file: 'test.c' }], { model: 'LP64' }), { openOrder: true });
  const texts = program.functions.flatMap((fn) =>
    (fn?.edges ?? []).flatMap(({ op }) => {
      if (op.kind === 'unsupported') return [openOrderIn(op.construct) ?? op.construct];
      return op.kind === 'call' && op.what !== undefined ? [op.what] : [];
    }),
  );
  return [...new Set(texts)];
}

describe('calls whose order C leaves open', () => {
  it.each([
    ['u(set(1), set(2));', '`set()` and `set()`, which both write `g`'],
    ['i = g + set(1);', 'the read of `g` and `set()`, which access `g`'],
    ['i = u(get(), deep(1));', '`get()` and `deep()`, which access `g`'],
    ['a[g] = set(1);', 'the read of `g` and `set()`, which access `g`'],
    ['int b[] = {set(1), g};', '`set()` and the read of `g`, which access `g`'],
    ['i = fp(1) + g;', 'a call through a pointer and the read of `g`, which access `g`'],
    ['i = u(a[i], through(&a[1]));', 'the read of `a` and `through()`, which access `a`'],
    ['i = x->n + member(y);', 'the read of the same memory and `member()`, which access the same memory'],
    ['i = push() != push();', '`push()` and `push()`, which both write `head`'],
    ['i = strlen(t) + (free(t), 1);', '`strlen()` and `free()`, which access the same memory'],
    ['i = outside(1) + g;', '`outside()` and the read of `g`, which access `g`'],
  ])('%s', (statement, what) => {
    expect(found(statement)).toContain(what);
  });
});

describe('accesses that C does not order', () => {
  it.each([
    ['i = i++;', 'two changes of `i` that no sequence point separates'],
    ['a[i] = i++;', 'a change and a read of `i` that no sequence point separates'],
    ['i = ++i + 1;', 'two changes of `i` that no sequence point separates'],
    ['i += i++;', 'two changes of `i` that no sequence point separates'],
    ['u(i, i = 2);', 'a change and a read of `i` that no sequence point separates'],
    ['*p = (*q)++;', 'two changes of the same memory that no sequence point separates'],
    ['a[i] = a[j]++;', 'two changes of `a` that no sequence point separates'],
    // Bytes may be those of the pointer.
    ['*x->text++ = 1;', 'two changes of the same memory that no sequence point separates'],
    ['x->n = y->n--;', 'two changes of the same memory that no sequence point separates'],
    ['i = (j, i++);', 'two changes of `i` that no sequence point separates'],
  ])('%s', (statement, what) => {
    expect(found(statement)).toContain(what);
  });
});

it.each([
  'u(set(1), other(2));',
  'u(get(), get());',
  'i = __VERIFIER_nondet_int() + __VERIFIER_nondet_int();',
  'u(printf("a"), printf("b"));',
  'i = fresh() != fresh();',
  'i = outside(outside(1)) + outside(2);',
  'i = i + set(1);',
  'g += set(1);',
  'g = set(1);',
  'i = set(1) && g;',
  'i = (set(1), g);',
  'i = set(1) ? g : set(2);',
  'i = u(i++, 1);',
  'i = i++ ? 1 : 2;',
  'i = (i++, i);',
  'a[0] = a[1]++;',
  'x->n = y->m++;',
  'i = look(p) + look(q);',
  'i = x->m + member(y);',
  'i = sizeof(i++) + i;',
])('no conflict: %s', (statement) => {
  expect(found(statement)).toEqual([]);
});
