// verdict: TRUE
// reason: a state machine that only goes on
// question: termination
int main(void) { int s = 0; while (s < 3) { switch (s) { case 0: s = 1; break; case 1: s = 2; break; default: s = 3; } } return s; }
