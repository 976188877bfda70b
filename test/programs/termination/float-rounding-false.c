// verdict: FALSE
// reason: a large float plus one is itself
// question: termination
int main(void) { float x = 16777216.0f; while (x < 16777220.0f) x = x + 1.0f; return 0; }
