// verdict: FALSE
// depth: 3
// twin-of: three-users.c
// reason: once the first user found the lock taken, the third one enters beside the second
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  _Bool lock = 0, a = 0, b = 0, c = 0, seen = 0;
  for (;;) {
    int user = __VERIFIER_nondet_int();
    if (user == 1) { if (a) { a = 0; lock = 0; } else if (!lock) { lock = 1; a = 1; } else seen = 1; }
    if (user == 2) { if (b) { b = 0; lock = 0; } else if (!lock) { lock = 1; b = 1; } }
    if (user == 3) { if (c) { c = 0; lock = 0; } else if (!lock || (b && seen)) { lock = 1; c = 1; } }
    if ((a && b) || (b && c) || (a && c)) reach_error();
  }
}
