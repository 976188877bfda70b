// verdict: TRUE
// reason: memory of alloca is no block of the heap
// checks: memcleanup
int main(void) { char *p = __builtin_alloca(4); p[0] = 0; return p[0]; }
