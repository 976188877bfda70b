// verdict: TRUE
// reason: an external function does not change what it cannot reach
// externals: agree
extern void reach_error(void);
void f(unsigned long a);
int main(void) {
  int v = 1, w = 2;
  f((unsigned long)&v);
  if (w != 2) reach_error();
  return 0;
}
