// verdict: TRUE
// reason: waiting for input is no endless run
// question: termination
int getchar(void);
int main(void) { int c = getchar(); return c; }
