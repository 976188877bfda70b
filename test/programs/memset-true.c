// verdict: TRUE
// reason: memset fills all bytes
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
struct S { int x; short v[3]; };

int main(void) {
  struct S s, *p = &s;
  int a[5];
  memset(p, 0, sizeof s);
  memset(a, -1, sizeof a);
  if (s.x || s.v[1] || a[__VERIFIER_nondet_uint() % 5] != -1) reach_error();
  return 0;
}
