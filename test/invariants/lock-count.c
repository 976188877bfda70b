// verdict: TRUE
// reason: as many holders as the lock says
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int armed = 0;
  int held = 0, count = 0;
  for (;;) {
    int choice = __VERIFIER_nondet_int();
    if (choice == 1 && !held) { held = 1; count++; }
    if (choice == 2 && held) { held = 0; count--; }
    if (armed && (count < 0 || count > 1)) reach_error();
    if (__VERIFIER_nondet_int()) armed = 1;
  }
}
