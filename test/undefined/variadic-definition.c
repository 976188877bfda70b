// items: 87
// treatment: error
// reason: a definition lacks the ellipsis of its declaration
void reach_error(void); int f(int a, ...); int f(int a, int b) { return a; } int main(void) { return f(1, 2); }
