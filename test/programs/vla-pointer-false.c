// verdict: FALSE
// reason: the difference of pointers to variable-length arrays is one of rows
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  int block[12];
  int(*p)[n] = (int(*)[n])block;
  int *q = block + 6;
  if ((int(*)[n])q - p == 2 && (int *)(p + 2) == q) reach_error();
}
