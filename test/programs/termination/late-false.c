// verdict: FALSE
// reason: the cycle begins after many turns
// question: termination
int main(void) { unsigned i = 0; while (i < 2000000u) { if (i < 100000u) i++; } return 0; }
