// verdict: TRUE
// reason: continue does not skip the step of a for loop
// question: termination
int main(void) { for (int i = 0; i < 10; i++) { if (i == 5) continue; } return 0; }
