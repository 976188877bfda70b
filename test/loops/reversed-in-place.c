// verdict: TRUE
// proved-by: houdini
// Two indices meet: elements outside of them are mirrored, and those between them are as they were.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int values[100], before[100];
int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 1 || count > 100) return 0;
  for (int i = 0; i < count; i++) {
    values[i] = __VERIFIER_nondet_int();
    before[i] = values[i];
  }
  int left = 0, right = count - 1;
  while (left < right) {
    int moved = values[left];
    values[left] = values[right];
    values[right] = moved;
    left++;
    right--;
  }
  for (int i = 0; i < count; i++)
    if (values[i] != before[count - 1 - i]) reach_error();
  return 0;
}
