// verdict: TRUE
// reason: recursion to a known depth ends
// question: termination
int f(int n) { return n == 0 ? 0 : f(n - 1); }
int main(void) { return f(5); }
