// verdict: FALSE
// reason: the inner loop sets back the outer counter
// question: termination
int main(void) { for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) if (j == 2) i = 0; return 0; }
