// verdict: TRUE
// reason: a pointer that came back to the start of its block
// why-wrong: a release of a pointer into a block
// checks: free
extern void *malloc(unsigned long);
extern void free(void *);
// wrong: extern void *realloc(void *, unsigned long);
int main(void) {
  char *p = malloc(4);
  p += 3; // wrong: free(p + 1);
  free(p - 3); // wrong:
  return 0;
}
