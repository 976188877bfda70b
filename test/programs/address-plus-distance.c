// verdict: TRUE
// reason: the sum of an address and a number may be the address of another object
// why-wrong: the sum of an address and a number may be the address of another object
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int a[2], b[2];

int main(void) {
  unsigned long distance = (unsigned long)b - (unsigned long)a;
  int *p = (int *)((unsigned long)a + distance);
  *p = 5;
  if (a[0] != 0 || b[0] != 5) reach_error(); // wrong: if (b[0] == 5) reach_error();
  return 0;
}
