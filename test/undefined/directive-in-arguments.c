// items: 93
// treatment: GCC
// value: 3
// reason: arguments of a macro have directives
#define id(x) x
int planted(int bad) { return id(
#ifdef ABSENT
2
#else
3
#endif
); }
