// items: 114
// treatment: GCC
// value: 3
// reason: a program has a static errno
static int errno = 3;
int planted(int bad) { return errno; }
