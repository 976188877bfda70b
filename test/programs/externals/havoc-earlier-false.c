// verdict: FALSE
// reason: a later call changes what an earlier one was told of
// externals: havoc
extern void reach_error(void);
void told(int *);
void tick(void);
int main(void) {
  int v = 1;
  told(&v);
  v = 1;
  tick();
  if (v == 5) reach_error();
  return 0;
}
