// verdict: TRUE
// proved-by: houdini
// A window of eight moves over a range: its ends keep their distance, and stay within the range.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), from = 0, to = 8;
  if (n < 8 || n > 4000000000u) return 0;
  while (to < n) {
    from++;
    to++;
  }
  if (to - from != 8 || to != n || from > n) reach_error();
  return 0;
}
