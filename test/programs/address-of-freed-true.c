// verdict: TRUE
// reason: a block may have the memory of one that was freed, and an integer leads to the one that is alive
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) {}

int main(void) {
  unsigned long old = 0;
  goto first;
second:;
  int *b = malloc(4);
  *b = 0;
  if ((unsigned long)b == old) {
    int *p = (int *)old;
    *p = 5;
    if (*b != 5) reach_error();
  }
  return 0;
first:;
  int *a = malloc(4);
  old = (unsigned long)a;
  free(a);
  goto second;
}
