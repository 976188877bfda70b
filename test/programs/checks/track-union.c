// verdict: TRUE
// reason: a union of an integer and a pointer holds the block
// checks: memtrack
extern void *malloc(unsigned long);
static union { char *pointer; unsigned long number; } kept;
int main(void) { kept.pointer = malloc(3); return 0; }
