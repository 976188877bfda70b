// verdict: FALSE
// reason: an arm of ?: is evaluated
// checks: overflow
// native: no report, since GCC folds the expression
int main(void) { volatile int x = 2147483647; return (x > 100 ? x * 2 : 0) == 7; }
