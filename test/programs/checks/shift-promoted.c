// verdict: FALSE
// reason: a promoted byte is shifted into the sign bit
// checks: overflow
int main(void) { volatile unsigned char byte = 255; return (byte << 24) == 0; }
