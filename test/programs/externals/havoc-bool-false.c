// verdict: FALSE
// reason: a _Bool changes
// externals: havoc
extern void reach_error(void);
void f(_Bool *);
int main(void) {
  _Bool b = 0;
  f(&b);
  if (b) reach_error();
  return 0;
}
