// items: 79, 15
// treatment: error
// reason: two declarations of a function differ
void reach_error(void); int f(int); int f(long); int main(void) { return 0; }
