// verdict: TRUE
// reason: nothing changes before anybody was told of it
// externals: havoc
extern void reach_error(void);
void told(int *);
void tick(void);
int main(void) {
  int v = 1;
  tick();
  if (v != 1) reach_error();
  v = 2;
  int *p = &v;
  told(0);
  return *p - 2;
}
