// verdict: FALSE
// reason: a pointer of 32 bits in a struct leads on
// externals: havoc
// data-model: ILP32
extern void reach_error(void);
struct n { struct n *next; long long x; };
void f(struct n *);
int main(void) {
  struct n b = {0, 5}, a = {&b, 6};
  f(&a);
  if (b.x == 0x123456789aLL) reach_error();
  return 0;
}
