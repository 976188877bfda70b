// verdict: UNKNOWN
// reason: a quantifier without a range
// The comparison holds for 256, too.
extern void reach_error(void);
int main(void) {
  int all = __CPROVER_forall { int k; (0 <= k && (unsigned char)k < 10) ==> k < 10 };
  if (!(all)) reach_error();
  return 0;
}
