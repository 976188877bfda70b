// verdict: TRUE
// proved-by: houdini
// A loop up to a counter reads a table of fixed length: the counter is at most that length.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int values[1000], lows[1000], highs[1000];
int main(void) {
  int count = __VERIFIER_nondet_int(), low = 0, high = 0;
  if (count < 1 || count > 1000) return 0;
  for (int i = 0; i < count; i++) values[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < count; i++) {
    if (values[i] < 0) lows[low++] = values[i];
    else highs[high++] = values[i];
  }
  for (int i = 0; i < low; i++)
    if (lows[i] >= 0) reach_error();
  for (int i = 0; i < high; i++)
    if (highs[i] < 0) reach_error();
  return 0;
}
