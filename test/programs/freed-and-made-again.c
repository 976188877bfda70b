// verdict: TRUE
// reason: a loop makes and frees one block each time; the fresh one is not the freed one
// why-wrong: a loop makes and frees one block each time; the fresh one is not the freed one
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *last = 0;
  while (__VERIFIER_nondet_int()) {
    int *made = malloc(sizeof *made);
    *made = 7;
    if (last) free(last);
    if (*made != 7) reach_error(); // wrong: if (*made == 7) reach_error();
    last = made;
  }
  return 0;
}
