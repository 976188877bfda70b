import { SHARED } from './program.ts';

/** Runs of one native program, each with other acts of its external functions. */
const RUNS = 400;
/** Exit status of the native program if some run reaches the error. */
export const REACHED = 107;

/**
 * C text that defines the external functions of `programWithExternals`. They change what they know,
 * keep pointers and use them in later calls, call back, and return what they know or own, all by a
 * random number per run. Every act is one that C allows a function in another file, with one
 * exception: none reads or writes an object after its lifetime, since the programs pass only
 * objects that live until the end of main. The program forks a process for each run.
 */
export const DRIVER = `#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
${SHARED}
static unsigned state;
static unsigned rnd(unsigned below) {
  state = state * 1103515245u + 12345u;
  return (state >> 8) % below;
}
static const int values[] = {0, 1, 2, 3, 5, 7, -1, 21};
static int any(void) { return values[rnd(8)]; }

static int own[4];
static struct node mine[2];
static struct pair owned;
static int *ints[96];
static struct node *nodes[48];
static struct pair *pairs[24];
static void (*calls[8])(int);
static unsigned n_ints, n_nodes, n_pairs, n_calls, depth;

#define SEE(list, count, item) do { \\
    unsigned i; \\
    if (!(item)) return; \\
    for (i = 0; i < count; i++) if (list[i] == (item)) return; \\
    if (count == sizeof list / sizeof *list) return; \\
    list[count++] = (item); \\
  } while (0)
static void see_int(int *p) { SEE(ints, n_ints, p); }
static void see_call(void (*f)(int)) { SEE(calls, n_calls, f); }
static void see_node(struct node *p) { SEE(nodes, n_nodes, p); }
static void see_pair(struct pair *p) { SEE(pairs, n_pairs, p); }
static void look(void) {
  unsigned i;
  see_int(&g0); see_int(&ga[0]); see_int(&ga[1]); see_int(gp); see_call(hook);
  see_node(&gn); see_pair(&gs);
  for (i = 0; i < n_nodes; i++) see_node(nodes[i]->next);
  for (i = 0; i < n_pairs; i++) see_int(pairs[i]->p);
}
static int *some_int(void) {
  unsigned i = rnd(n_ints + 3);
  return i < n_ints ? ints[i] : i == n_ints ? 0 : i == n_ints + 1 ? &own[rnd(4)] : n_nodes ? &nodes[rnd(n_nodes)]->v : 0;
}
static struct node *some_node(void) {
  unsigned i = rnd(n_nodes + 3);
  return i < n_nodes ? nodes[i] : i == n_nodes ? 0 : &mine[i - n_nodes - 1];
}
static void act(void) {
  unsigned times = rnd(4);
  look();
  while (times--) {
    int *p = some_int();
    struct node *n = some_node();
    struct pair *s = n_pairs ? pairs[rnd(n_pairs)] : &owned;
    switch (rnd(10)) {
      case 0: case 1: if (p) *p = any(); break;
      case 2: if (n) n->v = any(); break;
      case 3: if (n) n->next = some_node(); break;
      case 4: s->x = any(); s->y = (short)any(); break;
      case 5: s->p = p; break;
      case 6: gp = p; break;
      case 7: hook = rnd(3) && n_calls ? calls[rnd(n_calls)] : 0; break;
      default:
        if (n_calls && depth < 3) {
          depth++;
          calls[rnd(n_calls)](any());
          depth--;
        }
    }
    look();
  }
}
void f0(void) { act(); }
void f1(int *p) { see_int(p); act(); }
int f2(struct pair *p, int n) { see_pair(p); act(); return rnd(2) ? n : any(); }
void f3(struct pair p) { see_int(p.p); act(); }
void f4(void (*f)(int)) { see_call(f); act(); }
int *f5(int *p) { see_int(p); act(); return rnd(2) ? p : some_int(); }
struct node *f6(struct node *p) { see_node(p); act(); return rnd(3) ? some_node() : p; }
void f7(struct node **p) { act(); *p = some_node(); }
void f8(int **p) { see_int(*p); act(); if (rnd(2)) *p = some_int(); }
struct pair f9(int *p) {
  struct pair result;
  see_int(p);
  act();
  result.x = any();
  result.y = (short)any();
  result.p = some_int();
  return result;
}
void fa(const int *p) { see_int((int *)p); act(); }
void fb(union cell *p) {
  see_int(p->p);
  act();
  if (rnd(2)) p->i = any();
}
void reach_error(void) { _exit(${REACHED}); }

__attribute__((constructor)) static void runs(void) {
  int seed, status, reached = 0;
  for (seed = 1; seed <= ${RUNS} && !reached; seed++) {
    pid_t child = fork();
    if (child < 0) _exit(3);
    if (child == 0) {
      alarm(5);
      state = (unsigned)seed * 2654435761u;
      return;
    }
    waitpid(child, &status, 0);
    reached = WIFEXITED(status) && WEXITSTATUS(status) == ${REACHED};
  }
  _exit(reached ? ${REACHED} : 0);
}
`;
