// verdict: TRUE
// reason: the program looks at what malloc returned
// checks: deref
// malloc: may fail
extern void *malloc(unsigned long);
int main(void) {
  int *p = malloc(sizeof *p);
  if (p == 0) return 0;
  *p = 1;
  return 0;
}
