// verdict: FALSE
// reason: the second allocation may fail where the first does not
// malloc: may fail
extern void *malloc(unsigned long);
extern void reach_error(void);

int main(void) {
  int *first = malloc(4);
  if (!first) return 1;
  *first = 7;
  int *second = malloc(4);
  if (!second && *first == 7) reach_error();
  return 0;
}
