// verdict: UNKNOWN
// reason: bytes that are copied over an array of pointers may look like a pointer
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int a, b;
union u { unsigned char bytes[4000]; int *pointers[500]; };

int main(void) {
  static union u to, from;
  unsigned long n = __VERIFIER_nondet_ulong(), k = __VERIFIER_nondet_ulong();
  if (k > 400) return 0;
  to.pointers[k] = &a;
  to.pointers[k + 1] = &b;
  for (int i = 0; i < 8; i++) from.bytes[8 * k + i] = n >> 8 * i;
  to = from;
  int *p = to.pointers[k];
  if (n == 4ul << 60 && p != &a && p != &b) reach_error();
  return 0;
}
