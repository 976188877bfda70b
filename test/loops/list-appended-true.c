// verdict: TRUE
// proved-by: houdini
// Each item gets the mark before the next one is appended, and the last one behind the loop.
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct item { int mark; struct item *next; };

int main(void) {
  struct item *first = malloc(sizeof *first), *last = first;
  while (__VERIFIER_nondet_int()) {
    last->mark = 7;
    last->next = malloc(sizeof *last);
    last = last->next;
  }
  last->mark = 7;
  last->next = 0;
  for (struct item *at = first; at != 0; at = at->next)
    if (at->mark != 7) reach_error();
}
