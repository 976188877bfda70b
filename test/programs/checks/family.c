// verdict: TRUE
// reason: blocks of one allocation in a loop
// why-wrong: one of several released blocks is written
// checks: deref, free
extern void *malloc(unsigned long);
extern void free(void *);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *all[4];
  for (int i = 0; i < 4; i++) all[i] = malloc(4);
  for (int i = 0; i < 4; i++) *all[i] = i; // wrong:
  for (int i = 0; i < 4; i++) free(all[i]);
  // wrong: *all[2] = 1;
  return 0;
}
