// verdict: FALSE
// reason: an expression statement without an effect is evaluated
// checks: overflow
// native: no report, since GCC folds the expression
int main(void) { volatile int x = 2147483647; x + 1; return 0; }
