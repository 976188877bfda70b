// verdict: TRUE
// proved-by: houdini
// slow: yes
// What is selected is at most each element behind it, and so are all elements before.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int values[1000];
int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 1 || count > 1000) return 0;
  for (int i = 0; i < count; i++) values[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < count - 1; i++) {
    int least = i;
    for (int j = i + 1; j < count; j++)
      if (values[j] < values[least]) least = j;
    int moved = values[i];
    values[i] = values[least];
    values[least] = moved;
  }
  for (int i = 1; i < count; i++)
    if (values[i - 1] > values[i]) reach_error();
  return 0;
}
