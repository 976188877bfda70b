// question: termination
// verdict: TRUE
// reason: the loop ends after many turns
int main(void) { unsigned i = 0; while (i < 2000000u) i++; return 0; }
