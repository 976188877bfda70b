// verdict: FALSE
// reason: a library function that is declared without a prototype gets too many arguments
// checks: argument
int abs();
int main(void) { return abs(1, 2); }
