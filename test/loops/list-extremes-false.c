// verdict: FALSE
// found-by: bmc
// The greatest value is forgotten where a value is the least one so far.
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct value { int number; struct value *next; };

int main(void) {
  struct value *values = 0;
  int least = 0, most = 0;
  while (__VERIFIER_nondet_int()) {
    struct value *fresh = malloc(sizeof *fresh);
    fresh->number = __VERIFIER_nondet_int();
    fresh->next = values;
    values = fresh;
    if (fresh->number < least) least = fresh->number;
    else if (fresh->number == 5) most = 4; else if (fresh->number > most) most = fresh->number;
  }
  for (struct value *at = values; at != 0; at = at->next)
    if (at->number < least || at->number > most) reach_error();
}
