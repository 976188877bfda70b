// verdict: TRUE
// reason: no bytes at pointers that are not null
// checks: deref
extern void *malloc(unsigned long);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  char *block = malloc(2);
  char bytes[2] = { 1, 2 };
  volatile unsigned long n = 0;
  memcpy(block, bytes + 2, n);
  free(block);
  return 0;
}
