// items: 128
// treatment: GCC
// value: 1
// reason: signal gets a number as a function
#include <signal.h>
int planted(int bad) { if (bad) signal(SIGINT, (void (*)(int))12345); return 1; }
