// verdict: FALSE
// reason: one byte of the pointer is changed among the bytes that hold it
// checks: memtrack
extern void *malloc(unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
static unsigned char kept[16];
int main(void) { char *p = malloc(3); memcpy(kept + 3, &p, sizeof p); kept[5] += 64; return 0; }
