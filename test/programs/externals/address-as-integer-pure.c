// verdict: TRUE
// reason: as before, where external functions change nothing
// externals: pure
extern void reach_error(void);
void f(unsigned long a);
int main(void) {
  int v = 1, w = 2;
  f((unsigned long)&v);
  if (v != 1) reach_error();
  return 0;
}
