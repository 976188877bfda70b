// verdict: TRUE
// reason: the byte of a _Bool that was assigned is 0 or 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _Bool truth;
  unsigned char *byte = (unsigned char *)&truth;
  truth = __VERIFIER_nondet_int();
  if (*byte > 1) reach_error();
  return 0;
}
