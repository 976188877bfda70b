// verdict: TRUE
// proved-by: houdini
// A flag that some input sets turns the walk round: steps there are position and way back.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  _Bool back = 0;
  unsigned position = 0, out = 0, in = 0;
  while (__VERIFIER_nondet_int()) {
    if (!back) {
      position += 2;
      out++;
      if (__VERIFIER_nondet_int()) back = 1;
    } else if (position > 0) {
      position -= 2;
      in++;
    }
  }
  if (position != 2 * (out - in) || (!back && in != 0)) reach_error();
  return 0;
}
