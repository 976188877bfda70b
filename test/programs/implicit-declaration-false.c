// verdict: FALSE
// reason: a block of an undeclared alloca keeps what is written
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int *block = alloca(2 * sizeof(int));
  block[1] = __VERIFIER_nondet_int();
  if (block[1] == 5 && finitef(2.5f)) reach_error();
  return 0;
}
