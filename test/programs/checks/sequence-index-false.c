// verdict: FALSE
// reason: the index is changed and read, and nothing orders the two
// native: no sanitiser reports accesses that C does not order
// checks: sequence
int main(void) { int a[2] = {0, 0}, i = 0; a[i] = i++; return a[0]; }
