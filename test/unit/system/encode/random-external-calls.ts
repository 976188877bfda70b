import type { randomSource } from './random-program.ts';

type Random = ReturnType<typeof randomSource>;

/**
 * A random program without loops that calls external functions. It tells them of globals, static
 * and automatic objects: by arguments, in structs, through globals, by pointers to pointers. It
 * prints a checksum of all objects and compares it with its last input.
 */
export function randomExternalCalls(random: Random): string {
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)];
  const integer = (): string =>
    pick(['g0', 's0', 'v0', 'v1', 'gs.x', 'ss.x', 'l.x', 'ga[1]', 'gb[2]', 'sa[2]', 'c0', 'l.k', 'h[1]', 'm->x']);
  const pointer = (): string => pick(['gp', 'sp', 'gs.p', 'ss.p', 'l.p', 'q']);
  const pair = (): string => pick(['gs', 'ss', 'l']);
  const node = (): string => pick(['gn', 'sn', 'a', 'b']);
  const statement = (): string =>
    pick([
      () => `${pointer()} = (int *)&${integer()};`,
      () => `${pointer()} = ${pointer()};`,
      () => `${node()}.next = &${node()};`,
      () => `where = (unsigned long)&${integer()};`,
      () => `if (${pointer()} != 0) sum++;`,
      () => `{ int *r = ${pointer()}; if (r) note(*r); }`,
      () => `{ struct node *r = ${node()}.next; if (r) note(r->v + r->low * 7 + r->high); }`,
      () => `note(${pick(['v0', 'g0', 's0', 'gs.x', 'l.y', 'sa[2]'])});`,
      () => `${pick(['v0', 'g0', 's0', 'gs.x', 'l.x', 'sa[2]'])} = ${random(100)};`,
      () => 'f0();',
      () => `f1(${pick([`(int *)&${integer()}`, pointer(), '0'])});`,
      () => `note(f2(&${pair()}, ${random(5)}));`,
      () => `f3(${pair()});`,
      () => `f4((unsigned long)&${integer()});`,
      () => `f5(2, ${pointer()}, &${pair()});`,
      () => `f6(&${pick([pointer(), pair(), node(), 'ga', 'sa'])});`,
      () => `f6(${pick(['h', 'm', '&gb[1]'])});`,
      () => `f1(h);`,
      () => `f7(&${node()});`,
      () =>
        `{ int *r = f8(${pick([`(int *)&${integer()}`, pointer()])}); note(r == &v0); note(r == 0); if (r == &v1) v1++; }`,
      () => `{ struct node *r = f9(&${node()}); note(r == &a); if (r == &b) r->v = ${random(9)}; }`,
      () => `inner(${pointer()}, (int *)&${integer()});`,
      () => `if (x0 >> ${random(32)} & 1) { ${pick([`f1(${pointer()});`, 'f0();', `${pointer()} = &v1;`])} }`,
    ])();
  const statements = Array.from({ length: 6 + random(8) }, statement).join('\n  ');
  return `extern unsigned __VERIFIER_nondet_uint(void);
extern int printf(const char *, ...);
void reach_error(void) {}
struct pair { int x; short y; int *p; const int k; double d; };
struct node { struct node *next; long long v; unsigned low : 5; int high : 9; };
struct part { int x; short y; int *p; double d; };
extern void *malloc(__SIZE_TYPE__);
void f0(void);
void f1(int *);
int f2(struct pair *, int);
void f3(struct pair);
void f4(unsigned long);
void f5(int, ...);
void f6(void *);
void f7(const struct node *);
int *f8(int *);
struct node *f9(struct node *);
unsigned sum;
int g0 = 1, ga[4], gb[70] = {1, 2, 3}, *gp;
static int s0 = 2, sa[3], *sp;
static const int c0 = 3;
struct pair gs;
static struct pair ss = {4, 5, &s0, 6, 0.5};
struct node gn;
static struct node sn = {&gn, 7, 8, 9};
unsigned long where;
static void note(unsigned value) { sum = sum * 31 + value; }
static void inner(int *p, int *told) {
  int mine = 11, other = 12, *q = &other;
  f1(told);
  f1(p ? p : &mine);
  note(mine + *q);
}
int main(void) {
  unsigned x0 = __VERIFIER_nondet_uint();
  int v0 = 21, v1 = 22, *q = 0;
  struct pair l = {23, 24, 0, 25, 1.5};
  struct node a = {0, 26, 27, 28}, b = {&a, 29, 30, 31};
  int *h = malloc(2 * sizeof(int));
  struct part *m = malloc(sizeof *m);
  h[0] = 32; h[1] = 33; m->x = 34; m->y = 35; m->p = 0; m->d = 1.25;
  ${statements}
  note(v0); note(v1); note(l.x); note(l.y); note(l.k); note(l.p != 0); note(l.d > 1); note(q != 0);
  note(a.v); note(a.low); note(a.high); note(a.next != 0); note(b.v); note(b.low); note(b.high); note(b.next != 0);
  note(h[0]); note(h[1]); note(m->x); note(m->y); note(m->p != 0); note(m->d > 1); note(gb[0]); note(gb[2]); note(gb[69]);
  note(g0); note(ga[0]); note(ga[1]); note(ga[2]); note(ga[3]); note(gp != 0); note(s0); note(sa[0]); note(sa[1]); note(sa[2]);
  note(sp != 0); note(c0); note(gs.x); note(gs.y); note(gs.p != 0); note(gs.k); note(gs.d > 1); note(ss.x); note(ss.y);
  note(ss.p != 0); note(ss.k); note(ss.d > 1); note(gn.v); note(gn.low); note(gn.high); note(gn.next != 0); note(sn.v);
  note(sn.low); note(sn.high); note(sn.next != 0);
  printf("%u", sum);
  if (sum == __VERIFIER_nondet_uint()) reach_error();
  return 0;
}
`;
}
