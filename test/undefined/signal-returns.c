// items: 129
// treatment: gap
// value: 1
// reason: a handler of SIGFPE returns
#include <signal.h>
static volatile sig_atomic_t noted;
static void note(int s) { noted = 1; }
int planted(int bad) { signal(bad ? SIGFPE : SIGUSR1, note); raise(bad ? SIGFPE : SIGUSR1); return noted; }
