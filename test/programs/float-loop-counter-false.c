// verdict: FALSE
extern void reach_error(void);
int main(void) {
  int n = 0;
  for (double x = 0.0; x < 1.0; x += 0.1) n++;
  // One more than the decimal fraction makes one think.
  if (n == 11) reach_error();
  return 0;
}
