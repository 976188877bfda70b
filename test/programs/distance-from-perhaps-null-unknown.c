// verdict: UNKNOWN
// reason: a step from null has no meaning in C, whatever address the distance is
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int a[4];

int main(void) {
  int c = __VERIFIER_nondet_int();
  char *start = 0;
  unsigned long distance = (unsigned long)&a[1];
  if (c) { start = (char *)a; distance = 4; }
  char *p = start + distance;
  *(int *)p = 7;
  if (!c && a[1] == 7) reach_error();
  return 0;
}
