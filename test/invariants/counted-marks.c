// verdict: TRUE
// reason: marks are set, counted and taken back in three loops; the count rests on what holds of all marks
// not-proved-by: imc, ismc, dar, ai, ic3, predabs, impact
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char mark[4000];
  unsigned n = (unsigned)__VERIFIER_nondet_int(), i, count = 0;
  if (n > 4000) return 0;
  for (i = 0; i < n; i++) mark[i] = 1;
  for (i = 0; i < n; i++) count += mark[i];
  if (count != n) reach_error();
  for (i = 0; i < n; i++) mark[i] = (unsigned char)(mark[i] + 1);
  for (i = 0; i < n; i++)
    if (mark[i] != 2) reach_error();
}
