// verdict: TRUE
// proved-by: houdini
// slow: yes
// The inner loop moves elements over a hole; all pairs beside it stay in order.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int values[1000];
int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 1 || count > 1000) return 0;
  for (int i = 0; i < count; i++) values[i] = __VERIFIER_nondet_int();
  for (int i = 1; i < count; i++) {
    int key = values[i];
    int j = i - 1;
    while (j >= 0 && values[j] > key) {
      values[j + 1] = values[j];
      j--;
    }
    values[j + 1] = key;
  }
  for (int i = 1; i < count; i++)
    if (values[i - 1] > values[i]) reach_error();
  return 0;
}
