// verdict: TRUE
// reason: a number that is added to null is an address
// why-wrong: a number that is added to null is an address
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int a[4];

int main(void) {
  int c = __VERIFIER_nondet_int();
  char *start = 0;
  unsigned long distance = (unsigned long)&a[1];
  if (c) { start = (char *)a; distance = 4; }
  char *p = (char *)((unsigned long)start + distance);
  *(int *)p = 7;
  if (a[1] != 7) reach_error(); // wrong: if (!c && a[1] == 7) reach_error();
  return 0;
}
