// verdict: FALSE
// reason: a negative count is larger than all objects
// checks: deref
typedef unsigned long size_t;
extern long write(int, const void *, size_t);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char line[8] = "ab";
  int count = __VERIFIER_nondet_int();
  if (count > 0) return 0;
  return write(1, line + 4, count) < 0;
}
