// verdict: FALSE
// reason: a loop made of goto is a loop
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int first = 1, ok = 1;
  L:
  ok = first;
  first = 0;
  if (!ok) reach_error();
  goto L;
  return 0;
}
