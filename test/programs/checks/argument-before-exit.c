// verdict: FALSE
// reason: an argument is evaluated before the call that does not return
// checks: overflow
extern void exit(int);
int main(void) { volatile int x = 2147483647; exit(x + 1); }
