// verdict: TRUE
// checks: deref, overflow
// A pointer into the array of a structure leaves the length behind the array alone.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
struct frame {
  unsigned char data[20];
  unsigned length;
  _Bool escaped;
};
static struct frame f;
static unsigned sum(const unsigned char *bytes, unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) s += bytes[i];
  return s;
}
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    if (f.length == 20 || f.escaped) f.length = 0;
    f.data[f.length++] = __VERIFIER_nondet_uchar();
    f.escaped = __VERIFIER_nondet_bool();
    sum(f.data, f.length);
  }
  return 0;
}
