// question: termination
// verdict: TRUE
// reason: both loops count up
int main(void) { for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) if (i == 2) j = j + 0; return 0; }
