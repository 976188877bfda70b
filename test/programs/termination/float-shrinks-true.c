// verdict: TRUE
// reason: a float that is halved becomes zero by rounding
// question: termination
int main(void) { float x = 1.0f; while (x > 0.0f) x = x / 2.0f; return 0; }
