// verdict: TRUE
// reason: a pointer far below the start of its object is less than that start, as LZ4 tests it
// checks: deref
extern void *malloc(unsigned long);
extern void free(void *);
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned char *out = malloc(16);
  if (!out) return 0;
  for (int i = 0; i < 16; i++) out[i] = 1;
  unsigned char *op = out + 4;
  const unsigned char *match = op - __VERIFIER_nondet_ushort();
  if (match < out) {
    free(out);
    return 1;
  }
  int value = match[0];
  free(out);
  return value;
}
