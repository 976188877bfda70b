// verdict: FALSE
// reason: the program defines the function itself
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
extern void *memcpy(void *, const void *, unsigned long);

void *memcpy(void *to, const void *from, unsigned long n) {
  return 0;
}

int main(void) {
  int a[1000] = {1}, b[1000] = {2};
  memcpy(a, b, __VERIFIER_nondet_uchar() * sizeof *a);
  if (a[0] == 1) reach_error();
  return 0;
}
