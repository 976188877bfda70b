// verdict: FALSE
// reason: the inductive step forgets what loops write through pointers and in library functions
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

extern void *memset(void *, int, unsigned long);
int main(void) {
  int x = 0, *p = &x;
  unsigned char b = 0;
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++) {
    (*p)++;
    memset(&b, x, 1);
  }
  if (x == 4 && b == 4) reach_error();
  return 0;
}
