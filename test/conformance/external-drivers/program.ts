/** Declarations that the program and its external functions share. */
export const SHARED = `struct pair { int x; short y; int *p; };
struct node { struct node *next; int v; };
union cell { int i; int *p; };
extern int g0, ga[3], *gp;
extern struct node gn;
extern struct pair gs;
extern void (*hook)(int);
void f0(void);
void f1(int *);
int f2(struct pair *, int);
void f3(struct pair);
void f4(void (*)(int));
int *f5(int *);
struct node *f6(struct node *);
void f7(struct node **);
void f8(int **);
struct pair f9(int *);
void fa(const int *);
void fb(union cell *);
`;

/**
 * Makes a random C program that calls external functions and ends with one claim about its
 * variables. Callbacks are passed to these functions or stored in a global. Pointers come back as
 * results, in structs, by globals and through pointers. `random`: a number from 0 below its
 * argument.
 */
export function programWithExternals(random: (below: number) => number): string {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const integer = (): string =>
    pick(['v0', 'v1', 'v2', 's0', 's1', 'g0', 'ga[1]', 'l.x', 'gs.x', 'a.v', 'b.v', 'h[1]', 'm->v']);
  const address = (): string => `&${integer()}`;
  const pointer = (): string => pick(['q', 'gp', 'sp', 'l.p', 'gs.p', 'h']);
  const node = (): string => pick(['&a', '&b', '&gn', '&sn', 'm', 'a.next', 'gn.next']);
  const value = (): string => pick(['0', '1', '2', '3', '5', '7']);
  const statement = (depth: number): string => {
    const guarded = depth < 2 ? statement(depth + 1) : ';';
    return pick([
      () => `f0();`,
      () => `f1(${pick([address(), pointer(), '0'])});`,
      () => `${integer()} = f2(${pick(['&l', '&gs', '&ss'])}, ${value()});`,
      () => `f3(${pick(['l', 'gs', 'ss'])});`,
      () => `f4(${pick(['set', 'count', 'follow'])});`,
      () => `q = f5(${pick([address(), pointer()])});`,
      () => `sp = f5(${pick([address(), '0'])});`,
      () =>
        `{ struct node *r = f6(${node()}); if (r) { ${pick(['s1 = r->v;', 'r->v = 3;', 'if (r->next) s1 = r->next->v;', `if (r == &sn) ${guarded}`])} } }`,
      () => `{ struct node *r = 0; f7(&r); if (r) ${pick(['v2 = r->v;', 'a.next = r;', 'r->next = &b;'])} }`,
      () => `f8(&${pick(['q', 'l.p', 'sp'])});`,
      () => `l = f9(${address()});`,
      () => `fa(${address()});`,
      () => `{ union cell u; u.p = ${pick([address(), 'q'])}; fb(&u); if (u.i == 1) s1 = 1; }`,
      () => `hook = ${pick(['set', 'count', '0'])};`,
      () => `if (hook) hook(${value()});`,
      () =>
        `if (${pointer()}) ${pick(['s1', 'v2', 'a.v'])} = *${pick(['q ? q', 'gp ? gp', 'sp ? sp'])} : &v1;`.replace(
          /\*(\w+ \? \w+) : &v1/,
          '*($1 : &v1)',
        ),
      () => `{ int *r = ${pointer()}; if (r) *r = ${value()}; }`,
      () => `${pointer() === 'h' ? 'q' : pick(['q', 'gp', 'sp', 'l.p', 'gs.p'])} = ${address()};`,
      () => `${pick(['a.next', 'gn.next', 'sn.next'])} = ${node()};`,
      () => `${integer()} = ${value()};`,
      () => `if (${integer()} ${pick(['==', '!=', '<'])} ${value()}) ${guarded}`,
    ])();
  };
  const claim = pick([
    () =>
      `${pick(['v0', 'v1', 'v2', 's0', 's1', 's2', 'l.x', 'a.v', 'b.v', 'sn.v', 'h[0]', 'm->v'])} ${pick(['==', '!=', '<='])} ${pick([value(), 'v0', 's0'])}`,
    () => `s2 ${pick(['== 0', '< 2', '!= 1'])}`,
    () => `${pick(['q', 'sp', 'l.p'])} ${pick(['==', '!='])} ${pick(['0', '&v0', '&s0', '&v1'])}`,
    () => `${pick(['a.next', 'sn.next', 'gn.next'])} ${pick(['==', '!='])} ${pick(['0', '&a', '&sn', '&b'])}`,
    () => `${pick(['v0', 'v1', 's0', 's2', 'b.v', 'sn.v'])} == ${pick(['21', '22', '2', '0', '31', '8'])}`,
    () => `${pick(['v0', 'v1', 's0', 's2', 'b.v', 'sn.v'])} == ${pick(['21', '22', '2', '0', '31', '8'])} || s1 != 0`,
  ])();
  const statements = Array.from({ length: 2 + random(6) }, () => statement(0)).join('\n  ');
  return `extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
${SHARED}int g0 = 1, ga[3], *gp;
static int s0 = 2, s1, s2, *sp;
struct node gn;
static struct node sn = {&gn, 8};
struct pair gs;
static struct pair ss = {4, 5, &s0};
void (*hook)(int);
static void set(int n) { s2 = n; }
static void count(int n) { if (n > 1) s2++; }
static void follow(int n) { if (gp) *gp = n; else s2 = 7; }
int main(void) {
  int v0 = 21, v1 = 22, v2 = 23, *q = 0;
  struct pair l = {24, 25, 0};
  struct node a = {0, 26}, b = {&a, 31};
  int *h = malloc(2 * sizeof(int));
  struct node *m = malloc(sizeof *m);
  h[0] = 32; h[1] = 33; m->next = 0; m->v = 34;
  ${statements}
  if (!(${claim})) reach_error();
  return 0;
}
`;
}
