// verdict: TRUE
// checks: deref
/* A member that lies in its block, although the structure around it does not. */
extern void *malloc(unsigned long);
struct record {
  int first;
  int behind;
};
int main(void) {
  struct record *p = malloc(sizeof(int));
  p->first = 1;
  int *q = &p->behind;
  return p->first - 1 + (q == 0);
}
