// verdict: TRUE
// reason: a do loop with a false condition runs once
// question: termination
int main(void) { int i = 0; do { i++; } while (0); return i; }
