// verdict: TRUE
// reason: a pointer whose bytes are copied leads to its block, which is live
// checks: deref, free
extern void *malloc(unsigned long);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  int *p = malloc(sizeof *p), *q;
  unsigned char bytes[sizeof p];
  *p = 3;
  memcpy(bytes, &p, sizeof p);
  memcpy(&q, bytes, sizeof q);
  int sum = *q;
  free(q);
  return sum != 3;
}
