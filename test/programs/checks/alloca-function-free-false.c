// verdict: FALSE
// reason: a release of a block of the function alloca
// checks: free
extern void *alloca(unsigned long);
extern void free(void *);
int main(void) {
  char *p = alloca(4);
  free(p);
  return 0;
}
