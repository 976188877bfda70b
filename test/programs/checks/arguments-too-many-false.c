// verdict: FALSE
// reason: a call without a prototype passes more arguments than the definition has
// checks: argument
// native: no sanitiser of GCC reports this
int f();
int main(void) { return f(1, 2); }
int f(int a) { return a - a; }
