// verdict: TRUE
// No input, and a run of some hundred thousand steps through an array that no formula of all its writes can hold.
extern void reach_error(void);
int a[20000], b[20000];
int main(void) {
  for (int i = 0; i < 20000; i++) a[i] = i % 7;
  for (int round = 0; round < 3; round++)
    for (int i = 0; i < 20000; i++) b[i] += a[19999 - i] * round;
  for (int i = 0; i < 20000; i++)
    if (b[i] != 3 * a[19999 - i]) reach_error();
  return 0;
}
