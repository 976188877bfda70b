// verdict: FALSE
// reason: a call of an old-style function passes fewer arguments than it has parameters
// checks: argument
// native: no sanitiser of GCC reports this
static int f(a, b) int a, b; { return a - a; }
int main(void) { return f(1); }
