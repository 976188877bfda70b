// verdict: FALSE
// reason: a copy of unknown length from an unknown place reaches the last element
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
extern void *memcpy(void *, const void *, unsigned long);

int from[6] = {1, 2, 3, 4, 5, 6};
int to[6];

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar(), start = __VERIFIER_nondet_uchar();
  if (start > 6 || n > 6 - start) return 0;
  memcpy(to, from + start, n * sizeof(int));
  if (to[3] == 6) reach_error();
  return 0;
}
