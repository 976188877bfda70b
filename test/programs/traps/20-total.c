// verdict: TRUE
// reason: runs that must abort later, and runs that do not
// why-wrong: an error at depth one of runs that all abort at depth two
// wrong: extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int i = 0;
  while (1) {
    i++;
    if (i == 3) abort(); // wrong: if (i == 1 && __VERIFIER_nondet_int() > 4) reach_error();
    if (i > 3) reach_error(); // wrong: if (i >= 2) abort();
  }
}
