// verdict: UNKNOWN
// reason: time writes more than the variable holds
// checks: deref
extern long time(long *);
int main(void) {
  int small;
  time((long *)&small);
  return 0;
}
