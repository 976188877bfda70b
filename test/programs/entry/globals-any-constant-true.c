// verdict: TRUE
// reason: constant globals stay as they are
// entry: f, 8, any
extern void reach_error(void);
static const int g = 3;
static const char *const names[] = {"a", "b"};
void f(unsigned i) {
  if (g != 3 || names[i & 1][0] != 'a' + (i & 1)) reach_error();
}
