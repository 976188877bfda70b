// verdict: FALSE
// reason: a release of a local variable
// checks: free
extern void free(void *);
int main(void) {
  int x = 1;
  int *p = &x;
  free(p);
  return 0;
}
