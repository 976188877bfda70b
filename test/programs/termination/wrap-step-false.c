// verdict: FALSE
// reason: an odd distance is never covered by steps of two
// question: termination
int main(void) { unsigned char i = 1; while (i != 0) i += 2; return 0; }
