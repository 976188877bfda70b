// verdict: FALSE
// reason: an external function changes its own object by a later call
// externals: havoc
extern void reach_error(void);
int *get(void);
void step(void);
int main(void) {
  int *p = get();
  if (!p) return 0;
  *p = 1;
  step();
  if (*p == 2) reach_error();
  return 0;
}
