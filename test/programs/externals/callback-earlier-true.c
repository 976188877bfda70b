// verdict: TRUE
// reason: the external function is told of the function only after the call that counts
// externals: havoc
extern void reach_error(void);
void tell(void (*p)(void));
void work(void);
static int m;
static void second(void) { m = 1; }
int main(void) {
  work();
  if (m != 0) reach_error();
  tell(second);
  return 0;
}
