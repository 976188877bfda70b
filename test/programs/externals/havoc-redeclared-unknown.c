// verdict: UNKNOWN
// reason: a new lifetime begins, of which nobody was told, which the proof cannot use
// externals: havoc
extern void reach_error(void);
void f(int *);
void g(void);
int main(void) {
  for (int i = 0; i < 2; i++) {
    int v = 1;
    g();
    if (v != 1) reach_error();
    f(&v);
  }
  return 0;
}
