// verdict: FALSE
// reason: a vector changes
// externals: havoc
extern void reach_error(void);
typedef int v4 __attribute__((vector_size(16)));
void f(v4 *);
int main(void) {
  v4 v = {4};
  f(&v);
  if (v[0] == 5 && v[3] == 6) reach_error();
  return 0;
}
