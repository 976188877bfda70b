// verdict: FALSE
// reason: mutual recursion never ends
// question: termination
int odd(int n);
int even(int n) { return odd(1 - n); }
int odd(int n) { return even(1 - n); }
int main(void) { return even(0); }
