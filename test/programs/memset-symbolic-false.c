// verdict: FALSE
// reason: a fill may be one byte short
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
extern void *memset(void *, int, unsigned long);

int main(void) {
  char text[12];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 12) return 0;
  memset(text, 'x', 12);
  memset(text, 'y', n);
  if (text[6] == 'y' && text[7] == 'x') reach_error();
  return 0;
}
