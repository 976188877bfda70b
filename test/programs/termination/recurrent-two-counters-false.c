// verdict: FALSE
// reason: one counter stays twice the other, also where both wrap around
// question: termination
extern void abort(void);
static void check(int holds) {
  if (!holds) abort();
}
int main(void) {
  unsigned int sum = 0, count = 0;
  while (1) {
    sum += 2;
    count++;
    check(sum == count * 2 || sum == 0);
  }
}
