// verdict: FALSE
// reason: the sum of two integers of which both are one of two values is within the array only after it wrapped around
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
float a[1000];

int main(void) {
  unsigned long m = __VERIFIER_nondet_int() ? 0x100000ul : 0x8000000000000002ul;
  unsigned long n = __VERIFIER_nondet_int() ? 0x100000ul : 0x8000000000000002ul;
  unsigned long bytes = m + n;
  if (bytes > 100) abort();
  *(int *)((char *)a + bytes) = 0x3f800000;
  if (a[1] == 1.0f) reach_error();
  return 0;
}
