// verdict: TRUE
// reason: a user enters only when it takes the lock, and the lock has one owner
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  _Bool lock = 0, a = 0, b = 0, c = 0;
  for (;;) {
    int user = __VERIFIER_nondet_int();
    if (user == 1) { if (a) { a = 0; lock = 0; } else if (!lock) { lock = 1; a = 1; } }
    if (user == 2) { if (b) { b = 0; lock = 0; } else if (!lock) { lock = 1; b = 1; } }
    if (user == 3) { if (c) { c = 0; lock = 0; } else if (!lock) { lock = 1; c = 1; } }
    if ((a && b) || (b && c) || (a && c)) reach_error();
  }
}
