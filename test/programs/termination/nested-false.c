// verdict: FALSE
// reason: only the inner loop is endless
// question: termination
int main(void) { for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) if (i == 2) j = 0; return 0; }
