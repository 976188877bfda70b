// verdict: UNKNOWN
// reason: the absolute value of the least value is contested
// checks: overflow
extern int abs(int);
int main(void) { volatile int least = -2147483647 - 1; return abs(least) == 0; }
