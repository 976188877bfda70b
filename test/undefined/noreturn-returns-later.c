// items: 71
// treatment: unreachable
// reason: a _Noreturn function writes and returns
_Noreturn __attribute__((noinline)) static void never(int *p) { *p = 4; }
int planted(int bad) { int x = 3; if (bad) never(&x); return x; }
