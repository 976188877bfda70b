// items: 99
// treatment: GCC
// value: 7
// reason: a program defines __LINE__
#define __LINE__ 7
int planted(int bad) { return __LINE__; }
