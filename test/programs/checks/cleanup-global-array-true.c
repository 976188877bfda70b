// verdict: TRUE
// reason: each element of the global array is released
// checks: memcleanup
extern void *malloc(unsigned long);
extern void free(void *);
static char *all[3];
int main(void) {
  for (int i = 0; i < 3; i++) all[i] = malloc(i + 1);
  for (int i = 0; i < 3; i++) free(all[i]);
  return 0;
}
