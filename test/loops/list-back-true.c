// verdict: TRUE
// proved-by: houdini
// slow: yes
// Only the first item leads back to none.
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct item { struct item *next, *back; };

int main(void) {
  struct item *first = malloc(sizeof *first), *last = first;
  first->next = 0;
  first->back = 0;
  while (__VERIFIER_nondet_int()) {
    struct item *fresh = malloc(sizeof *fresh);
    fresh->next = 0;
    fresh->back = last;
    last->next = fresh;
    last = fresh;
  }
  for (struct item *at = first; at->next != 0; at = at->next)
    if (at->next->back == 0) reach_error();
}
