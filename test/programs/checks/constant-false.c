// verdict: FALSE
// reason: a constant expression overflows where it is evaluated
// checks: overflow
// native: no report, since GCC folds the expression
int main(void) { int x = (2147483647 + 1) - 23; return x == 0; }
