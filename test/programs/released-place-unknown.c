// verdict: UNKNOWN
// reason: a block may lie where a released one lay
extern void *malloc(unsigned long);
extern void free(void *);
extern void reach_error(void);
int main(void) {
  char *first = malloc(4);
  if (!first) return 0;
  free(first);
  char *second = malloc(4);
  if (!second) return 0;
  if (first != second) reach_error();
  return 0;
}
