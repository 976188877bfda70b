// items: 182
// treatment: gap
// reason: exit is called at exit
#include <stdlib.h>
static int again;
static void last(void) { if (again) exit(3); }
int planted(int bad) { again = bad; atexit(last); if (bad) exit(0); return 3; }
