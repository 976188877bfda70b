// verdict: UNKNOWN
// reason: a null pointer to no bytes, which C11 forbids and C2y allows
// checks: deref
// native: machines do nothing
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  char *none = 0;
  char bytes[2] = { 1, 2 };
  volatile unsigned long n = 0;
  memcpy(bytes, none, n);
  return 0;
}
