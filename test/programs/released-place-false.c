// verdict: FALSE
// Blocks that live at the same time lie apart, and a release does not change that.
extern void *malloc(unsigned long);
extern void free(void *);
extern void reach_error(void);
int main(void) {
  char *first = malloc(4);
  char *second = malloc(4);
  free(first);
  if (first != second) reach_error();
  return 0;
}
