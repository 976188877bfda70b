// verdict: UNKNOWN
// reason: realloc to no bytes releases the block in some libraries alone
extern void reach_error(void);
extern void *malloc(unsigned long), *realloc(void *, unsigned long);
int main(void) {
  int *p = malloc(4);
  p = realloc(p, 0);
  if (p != 0) reach_error();
  return 0;
}
