// verdict: UNKNOWN
// reason: an external function may change an address as an integer
// externals: agree
extern void reach_error(void);
void f(unsigned long a);
int main(void) {
  int v = 1, w = 2;
  f((unsigned long)&v);
  if (v != 1) reach_error();
  return 0;
}
