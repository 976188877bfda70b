// verdict: FALSE
// reason: one of several released blocks is written
// checks: deref, free
extern void *malloc(unsigned long);
extern void free(void *);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *all[4];
  for (int i = 0; i < 4; i++) all[i] = malloc(4);
  for (int i = 0; i < 4; i++) free(all[i]);
  *all[2] = 1;
  return 0;
}
