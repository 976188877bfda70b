// verdict: UNKNOWN
// reason: a call that has no meaning
// externals: stop
extern void reach_error(void);
int f(void);
int main(void) {
  if (f()) reach_error();
  return 0;
}
