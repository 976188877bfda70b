// verdict: FALSE
// reason: cases fall through, ranges cover what they say
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int x = __VERIFIER_nondet_int(), r = 0;
  switch (x & 7) {
    case 3:
      r++;
    case 4:
      r++;
  }
  if (r == 2) reach_error();
  return 0;
}
