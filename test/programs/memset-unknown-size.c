// verdict: UNKNOWN
// reason: a fill of unknown size leaves any content
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
extern void *memset(void *, int, unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memmove(void *, const void *, unsigned long);
extern int memcmp(const void *, const void *, unsigned long);
extern unsigned long strlen(const char *);
extern int strcmp(const char *, const char *);
extern char *strcpy(char *, const char *);

int main(void) {
  int a[4];
  a[0] = 1;
  unsigned n = __VERIFIER_nondet_uint() % 17;
  memset(a, 0, n);
  if (n == 16 && a[0] == 1) reach_error();
  return 0;
}
