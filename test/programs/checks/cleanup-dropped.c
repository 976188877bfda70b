// verdict: FALSE
// reason: the program drops the address of the block at once
// checks: memcleanup
extern void *malloc(unsigned long);
int main(void) { malloc(3); return 0; }
