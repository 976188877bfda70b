// verdict: TRUE
// proved-by: houdini
// slow: yes
// Elements from a falling limit on are sorted and at least all before; the inner loop carries the largest along.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int values[1000];
int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 1 || count > 1000) return 0;
  for (int i = 0; i < count; i++) values[i] = __VERIFIER_nondet_int();
  for (int i = count - 1; i > 0; i--)
    for (int j = 0; j < i; j++)
      if (values[j] > values[j + 1]) {
        int moved = values[j];
        values[j] = values[j + 1];
        values[j + 1] = moved;
      }
  for (int i = 1; i < count; i++)
    if (values[i - 1] > values[i]) reach_error();
  return 0;
}
