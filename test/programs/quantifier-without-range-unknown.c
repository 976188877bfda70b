// verdict: UNKNOWN
// reason: a quantifier without a range
// The comparison with an unsigned number holds for 0, not for -5.
extern void reach_error(void);
int main(void) {
  int all = __CPROVER_forall { int k; (-5 <= k && k < 10u) ==> k != 3 };
  if (!(all)) reach_error();
  return 0;
}
