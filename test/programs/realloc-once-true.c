// verdict: TRUE
// reason: a block that moves lies elsewhere
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern void reach_error(void);

int main(void) {
  int *first = malloc(4);
  int *same = first;
  int *second = realloc(first, 8);
  if (second == 0) return 0;
  if (first != same || (second == first) != (second == same)) reach_error();
  if (second != first && same == second) reach_error();
  return 0;
}
