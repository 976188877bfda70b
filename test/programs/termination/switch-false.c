// verdict: FALSE
// reason: break leaves the switch, not the loop
// question: termination
int main(void) { int s = 0; while (1) { switch (s) { case 0: s = 1; break; case 1: s = 0; break; } } return s; }
