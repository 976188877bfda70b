// verdict: FALSE
// reason: a comparison function never returns
// question: termination
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
int compare(const void *a, const void *b) { while (a != b) {} return 0; }
int main(void) { int v[2] = {2, 1}; qsort(v, 2, sizeof v[0], compare); return 0; }
