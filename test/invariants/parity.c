// verdict: TRUE
// reason: a counter that grows by two is even ([IMC22] Fig. 1)
// k-inductive: once inputs are eliminated from the error condition
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) x += 2;
  if (x % 2) reach_error();
  return 0;
}
