// verdict: FALSE
// reason: a library function that is declared without a prototype gets too many arguments
// checks: argument
// native: no sanitiser of GCC reports this
int abs();
int main(void) { return abs(1, 2); }
