// verdict: UNKNOWN
// checks: deref, overflow
// reason: access to f that leaves an array in it, or of another type
// The pointer leaves the array for the length behind it, which C leaves undefined.
extern unsigned __VERIFIER_nondet_uint(void);
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
  unsigned n = __VERIFIER_nondet_uint();
  if (n <= 21) sum(f.data, n);
  return 0;
}
