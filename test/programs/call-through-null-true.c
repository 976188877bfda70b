// verdict: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
/* A call through null has undefined behaviour that the property does not ask about: it stands in the way of no proof. */
int (*handlers[3])(int);
int calls;
static int count(int by) {
  calls += by;
  return by;
}
int main(void) {
  int i = 0;
  handlers[1] = count;
  while (__VERIFIER_nondet_int()) {
    int result = handlers[i](1);
    if (i == 1 && result != 1) reach_error();
    i = i == 2 ? 0 : i + 1;
    if (calls < 0) break;
  }
  if (i < 0 || i > 2) reach_error();
  return 0;
}
