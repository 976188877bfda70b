// verdict: FALSE
// reason: continue skips the step of a while loop
// question: termination
int main(void) { int i = 0; while (i < 10) { if (i == 5) continue; i++; } return 0; }
