// verdict: TRUE
// reason: a truth value in the elements of an array of variable length has no value before it gets one
// why-wrong: a truth value in the elements of an array of variable length has no value before it gets one
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct item {
  long number;
  _Bool flag;
};

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3) return 0;
  struct item items[n];
  for (int i = 0; i < n; i++) {
    items[i].number = i;
    items[i].flag = i + 5;
  }
  if (items[n - 1].number != n - 1 || items[0].flag != 1) reach_error(); // wrong: if (items[n - 1].number != n - 1 || items[0].flag != 0) reach_error();
  return 0;
}
