// verdict: TRUE
// reason: the program looks at what malloc returned
// why-wrong: malloc may return a null pointer
// checks: deref
// malloc: may fail
extern void *malloc(unsigned long);
int main(void) {
  int *p = malloc(sizeof *p);
  if (p == 0) return 0; // wrong:
  *p = 1;
  return 0;
}
