// verdict: FALSE
// reason: a char is always below 256
// question: termination
int main(void) { unsigned char i = 0; while (i < 256) i++; return 0; }
