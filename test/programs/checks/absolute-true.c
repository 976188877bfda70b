// verdict: TRUE
// reason: the absolute value of another value is not
// checks: overflow
extern int abs(int);
int main(void) { volatile int x = -2147483647; return abs(x) == 0; }
