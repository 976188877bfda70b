// verdict: TRUE
// reason: one past the end of an object lies above a block of unknown size, and is no place in that block
// why-wrong: one past the end of an object lies above a block of unknown size, and is no place in that block
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 16) return 0;
  char *m = malloc(n), *a = malloc(4);
  unsigned long um = (unsigned long)m, ua = (unsigned long)a;
  unsigned long w[2] = {ua + 4, um};
  char *e = (char *)w[n > 16];
  if (um < ua && ua - um < 4096 && e != a + 4) reach_error(); // wrong: if (um < ua && ua - um < 4096 && e == a + 4) reach_error();
}
