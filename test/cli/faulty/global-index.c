// faults: 9 deref; 10 division
extern int __VERIFIER_nondet_int(void);
static int prices[8];
static int count;
int main(void) {
  int item = __VERIFIER_nondet_int();
  if (item < 0 || item > 8) return 0;
  for (int i = 0; i < 8; i++) prices[i] = i + 1;
  int price = prices[item];
  return 100 / (price - 4);
}
