// verdict: TRUE
// reason: an empty ring has its ends together
// not-proved-by: ismc, dar
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char head = 0, tail = 0, count = 0;
  for (;;) {
    int choice = __VERIFIER_nondet_int();
    if (choice == 1 && count < 4) { tail = (tail + 1) % 4; count++; }
    if (choice == 2 && count > 0) { head = (head + 1) % 4; count--; }
    if (count == 0 && head != tail) reach_error();
  }
}
