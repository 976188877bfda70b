// verdict: TRUE
// reason: a pointer that came back to the start of its block
// checks: free
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  char *p = malloc(4);
  p += 3;
  free(p - 3);
  return 0;
}
