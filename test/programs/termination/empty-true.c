// verdict: TRUE
// reason: an empty loop whose condition is false ends
// question: termination
int main(void) { volatile int no = 0; while (0) {} return no; }
