// verdict: FALSE
// reason: an int is passed for a long, whose upper half nobody sets
// checks: argument
// native: no sanitiser of GCC reports this
static long f(a) long a; { return a == 1; }
int main(void) { return f(1); }
