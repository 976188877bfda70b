// verdict: TRUE
// reason: a byte that wraps around stays even
// not-proved-by: imc, dar
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char c = 0;
  for (;;) {
    if (__VERIFIER_nondet_int()) c += 2;
    if (c == 255) reach_error();
  }
}
