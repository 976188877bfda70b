// verdict: TRUE
// proved-by: houdini
// A flag says whether the tank fills or drains; its level is what came in less what went out.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  _Bool filling = 1;
  unsigned level = 0, in = 0, out = 0;
  while (__VERIFIER_nondet_int()) {
    if (filling) {
      level++;
      in++;
      if (level == 100) filling = 0;
    } else {
      level--;
      out++;
      if (level == 0) filling = 1;
    }
    if (level != in - out || level > 100) reach_error();
  }
  return 0;
}
