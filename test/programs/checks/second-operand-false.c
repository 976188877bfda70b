// verdict: FALSE
// reason: the second operand of || is evaluated if the first one does not hold
// checks: overflow
// native: no report, since GCC folds the expression
int main(void) { volatile int x = 2147483647; return x < 100 || x + 1 > 3; }
