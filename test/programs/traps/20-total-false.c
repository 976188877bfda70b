// verdict: FALSE
// reason: an error at depth one of runs that all abort at depth two
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int i = 0;
  while (1) {
    i++;
    if (i == 1 && __VERIFIER_nondet_int() > 4) reach_error();
    if (i >= 2) abort();
  }
}
