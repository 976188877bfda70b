// items: 108
// treatment: argument
// reason: __builtin_clz of zero
int planted(int bad) { unsigned v = bad ? 0 : 1; return __builtin_clz(v); }
