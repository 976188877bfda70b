// verdict: TRUE
// proved-by: houdini
// Only pairs in order are pushed.
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair { int low, high; struct pair *next; };

int main(void) {
  struct pair *top = 0;
  while (__VERIFIER_nondet_int()) {
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (low < 0 || high > 9 || low > high) continue;
    struct pair *fresh = malloc(sizeof *fresh);
    fresh->low = low;
    fresh->high = high;
    fresh->next = top;
    top = fresh;
  }
  for (struct pair *at = top; at != 0; at = at->next)
    if (at->low > 9 || at->high < 0) reach_error();
}
