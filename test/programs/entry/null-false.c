// verdict: FALSE
// reason: a pointer may be null
// entry: f
extern void reach_error(void);
void f(int *p) {
  if (!p) reach_error();
}
