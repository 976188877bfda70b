// verdict: TRUE
// reason: one token for two
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int free = 1, left = 0, right = 0;
  for (;;) {
    int choice = __VERIFIER_nondet_int();
    if (choice == 1 && free > 0 && !left) { free--; left = 1; }
    if (choice == 2 && free > 0 && !right) { free--; right = 1; }
    if (choice == 3 && left) { left = 0; free++; }
    if (choice == 4 && right) { right = 0; free++; }
    if (left && right) reach_error();
  }
}
