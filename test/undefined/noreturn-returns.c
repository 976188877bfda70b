// items: 71
// treatment: unreachable
// reason: a _Noreturn function returns
_Noreturn static void never(int bad) { if (!bad) __builtin_exit(0); }
static int x;
int planted(int bad) { if (bad) never(bad); return x; }
