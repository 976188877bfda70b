// verdict: TRUE
// reason: only a pointer one past an object may equal one to another object
extern void *malloc(unsigned long);
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int g[3], h;

int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 3;
  if (g + i == &h) reach_error();
  int *a = malloc(8);
  int *b = malloc(8);
  if (a == 0 || b == 0) return 0;
  if (a == b || a + 1 == b) reach_error();
  return 0;
}
