// verdict: UNKNOWN
// reason: a block that moves twice may come back to where it was
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern void reach_error(void);

int main(void) {
  int *first = malloc(4);
  int *second = realloc(first, 8);
  int *third = realloc(second, 16);
  if (second != first && third != second && first == third) reach_error();
  return 0;
}
