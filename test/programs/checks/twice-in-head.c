// verdict: TRUE
// reason: a loop counts up by two in its head, and stays below its bound
// checks: overflow
int main(void) { int n = 0; for (int i = 0; i++ < 1000; i++) n += 1; return n; }
