// verdict: FALSE
// depth: 6
// twin-of: flag-between-loops.c
// reason: the flag stays set after the level sinks, and the second loop uses what is no longer there
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  _Bool full = 0;
  unsigned char level = 0;
  while (__VERIFIER_nondet_int()) {
    if (level < 2) level++;
    else level = 0;
    if (level == 2) full = 1;
  }
  unsigned char used = 0;
  while (__VERIFIER_nondet_int()) {
    if (full && used < 100) used++;
    if (used > 1 && level != 2) reach_error();
  }
}
