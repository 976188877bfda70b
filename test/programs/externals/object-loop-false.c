// verdict: FALSE
// reason: calls in a loop give the objects of an external function with a content of each call
// externals: havoc
extern void reach_error(void);
struct item { short kind; const long long weight; };
struct item *next(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    struct item *p = next();
    if (!p || p->kind != i * i + 1) return 0;
    sum += p->kind;
  }
  if (sum == 8) reach_error();
  return 0;
}
