// question: termination
// verdict: TRUE
// reason: a float that is exact grows by one
int main(void) { float x = 0.0f; while (x < 20.0f) x = x + 1.0f; return 0; }
