// verdict: TRUE
// reason: the flag that the first loop leaves decides how the second one counts
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  _Bool full = 0;
  unsigned char level = 0;
  while (__VERIFIER_nondet_int()) {
    if (level < 200) level++;
    full = level == 200;
  }
  unsigned char used = 0;
  while (__VERIFIER_nondet_int()) {
    if (full && used < 100) used++;
    if (used > 0 && level != 200) reach_error();
  }
}
