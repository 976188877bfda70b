// verdict: TRUE
// reason: a backward goto that counts ends
// question: termination
int main(void) { unsigned i = 0; again: if (++i < 1000000u) goto again; return 0; }
