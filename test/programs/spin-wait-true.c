// verdict: TRUE
// reason: loops that wait change nothing, and take part in no shortest run; how often they turn is not bounded
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
unsigned char turn, rounds;

static void wait_for(unsigned char me) {
  while (turn != me) {
    if (__VERIFIER_nondet_int() && rounds < 3) {
      rounds++;
      turn ^= 1;
    }
  }
}

int main(void) {
  wait_for(1);
  wait_for(0);
  wait_for(1);
  if (turn != 1 || rounds != 3) reach_error();
  return 0;
}
