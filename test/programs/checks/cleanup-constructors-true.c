// verdict: TRUE
// reason: a destructor releases the block of the constructor
// checks: memcleanup
extern void *malloc(unsigned long);
extern void free(void *);
static int *kept;
__attribute__((constructor)) static void begin(void) { kept = malloc(4); }
__attribute__((destructor)) static void end(void) { free(kept); }
int main(void) { return kept == 0; }
