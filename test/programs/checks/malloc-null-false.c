// verdict: FALSE
// reason: malloc may return a null pointer
// checks: deref
// malloc: may fail
extern void *malloc(unsigned long);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  return 0;
}
