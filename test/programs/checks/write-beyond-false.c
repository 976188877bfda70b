// verdict: FALSE
// reason: write reads more bytes than lie behind its pointer
// checks: deref
typedef unsigned long size_t;
extern long write(int, const void *, size_t);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char line[8] = "ab";
  return write(1, line + 1, __VERIFIER_nondet_int() & 15) < 0;
}
