// items: 131
// treatment: gap
// value: 2
// reason: a handler raises its signal
#include <signal.h>
static volatile sig_atomic_t noted;
static int deep;
static void note(int s) { noted++; if (deep) { deep = 0; raise(s); } }
int planted(int bad) { deep = bad; signal(SIGUSR1, note); raise(SIGUSR1); return noted; }
