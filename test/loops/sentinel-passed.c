// verdict: FALSE
// found-by: bmc
// checks: deref
// The scan tests the number behind the one that it has reached.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);

int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 1 || count > 100000) return 0;
  int *numbers = malloc(count * sizeof(int));
  for (int i = 0; i < count; i++) numbers[i] = __VERIFIER_nondet_int();
  numbers[count - 1] = -1;
  int *at = numbers;
  while (*++at != -1) ;
  return 0;
}
