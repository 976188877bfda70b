// verdict: FALSE
// reason: an empty loop without a condition never ends
// question: termination
int main(void) { for (;;) {} }
