// items: 42
// treatment: GCC
// value: 2
// reason: a member of an atomic structure is read
static _Atomic struct two { int a, b; } pair;
int planted(int bad) { struct two t = { 1, 2 }; pair = t; if (bad) return pair.b; t = pair; return t.b; }
