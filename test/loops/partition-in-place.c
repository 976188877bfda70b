// verdict: TRUE
// proved-by: houdini
// Elements below the pivot change places with the first one that is not; the last loop sees counters that are dead.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int values[1000];
int main(void) {
  int count = __VERIFIER_nondet_int(), pivot = __VERIFIER_nondet_int(), small = 0;
  if (count < 1 || count > 1000) return 0;
  for (int i = 0; i < count; i++) values[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < count; i++) {
    if (values[i] >= pivot) continue;
    int moved = values[i];
    values[i] = values[small];
    values[small] = moved;
    small++;
  }
  for (int i = 0; i < small; i++)
    if (values[i] >= pivot) reach_error();
  for (int i = small; i < count; i++)
    if (values[i] < pivot) reach_error();
  return 0;
}
