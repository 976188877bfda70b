// verdict: FALSE
// reason: the last element of the global array is overwritten before the release
// checks: memcleanup
extern void *malloc(unsigned long);
extern void free(void *);
static char *all[3];
int main(void) {
  for (int i = 0; i < 3; i++) all[i] = malloc(i + 1);
  all[2] = (void *)0;
  for (int i = 0; i < 3; i++) free(all[i]);
  return 0;
}
