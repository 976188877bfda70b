// verdict: TRUE
// reason: every result is checked before it is used
// malloc: may fail
extern void *malloc(unsigned long);
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
extern void reach_error(void);

int main(void) {
  int *first = malloc(sizeof(int));
  if (!first) return 1;
  *first = 3;
  int *second = calloc(2, sizeof(int));
  if (second && (second[1] != 0 || *first != 3)) reach_error();
  if (!second && *first != 3) reach_error();
  free(second);
  free(first);
  return 0;
}
