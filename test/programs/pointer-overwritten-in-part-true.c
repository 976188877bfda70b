// verdict: TRUE
// Bytes that are written over those of a pointer are what they were written.
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);

extern unsigned __VERIFIER_nondet_uint(void);
int x;
union { int *p; int i; unsigned char b[8]; } u;

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 4;
  u.p = &x;
  u.i = 5;
  if (u.i != 5 || u.b[0] != 5 || u.b[1] != 0) reach_error();
  u.p = &x;
  u.b[n] = 3;
  if (u.b[n] != 3) reach_error();
  memset(&u, 0, 8);
  if (u.p) reach_error();
}
