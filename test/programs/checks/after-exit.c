// verdict: TRUE
// reason: what follows exit is not evaluated
// checks: overflow
extern void exit(int);
int main(void) { volatile int x = 2147483647; exit(0); x = x + 1; return x; }
