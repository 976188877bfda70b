// items: 90
// treatment: GCC
// value: 1
// reason: a macro of #if expands to defined
#define HAS defined(HAS)
#if HAS
int planted(int bad) { return 1; }
#else
int planted(int bad) { return 0; }
#endif
