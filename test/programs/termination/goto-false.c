// verdict: FALSE
// reason: a backward goto is a loop
// question: termination
int main(void) { int i = 0; again: i = 1 - i; goto again; }
