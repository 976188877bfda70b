// verdict: FALSE
// reason: an element of the global array is overwritten by another one
// checks: memtrack
extern void *malloc(unsigned long);
static char *all[3];
int main(void) { for (int i = 0; i < 3; i++) all[i] = malloc(1); all[1] = all[2]; return 0; }
