// verdict: UNKNOWN
// reason: time writes more than the variable holds
// checks: deref
// approximate: time may write through its arguments
extern long time(long *);
int main(void) {
  int small;
  time((long *)&small);
  return 0;
}
