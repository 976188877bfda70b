// verdict: TRUE
// checks: deref, overflow
// The program looks at the structure as bytes, of which the first ones are an array.
extern unsigned char __VERIFIER_nondet_uchar(void);
struct header {
  unsigned char name[4];
  unsigned short kind;
  _Bool last;
};
static unsigned sum(const unsigned char *bytes, unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) s += bytes[i];
  return s;
}
int main(void) {
  static struct header h;
  h.kind = __VERIFIER_nondet_uchar();
  sum((const unsigned char *)&h, sizeof h);
  return 0;
}
