// verdict: FALSE
// reason: the path that open reads may have no end
// checks: deref
typedef unsigned long size_t;
extern int open(const char *path, int flags, ...);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char path[2] = {'/', __VERIFIER_nondet_int()};
  return open(path, 0);
}
