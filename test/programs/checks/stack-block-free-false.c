// verdict: FALSE
// reason: a release of a block of alloca
// checks: free
extern void free(void *);
int main(void) {
  char *p = __builtin_alloca(4);
  free(p);
  return 0;
}
