// verdict: FALSE
extern void reach_error(void);
extern void klee_assume(unsigned long condition);
extern int nd(void);

int main(void) {
  int x = nd();
  klee_assume(x > 3 & x < 6);
  if (x == 5) reach_error();
  return 0;
}
