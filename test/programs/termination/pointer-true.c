// question: termination
// verdict: TRUE
// reason: the counter is changed through a pointer that leads to it
int main(void) { int i = 0; int *p = &i; while (i < 10) *p = *p + 1; return 0; }
