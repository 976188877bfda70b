// verdict: TRUE
// proved-by: houdini
// A counter of elements that is still zero says that no element met its condition.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int values[1000];
int main(void) {
  int length = __VERIFIER_nondet_int(), count = 0;
  if (length < 1 || length > 1000) return 0;
  for (int i = 0; i < length; i++) {
    values[i] = __VERIFIER_nondet_int();
    if (values[i] == 7) count++;
  }
  if (count != 0) return 0;
  for (int i = 0; i < length; i++)
    if (values[i] == 7) reach_error();
  return 0;
}
