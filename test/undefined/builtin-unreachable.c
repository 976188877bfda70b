// treatment: unreachable
// reason: __builtin_unreachable is reached
int planted(int bad) { if (bad) __builtin_unreachable(); return 3; }
