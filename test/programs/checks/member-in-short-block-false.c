// verdict: FALSE
// checks: deref
/* The whole structure is copied, of which the block has a member alone. */
extern void *malloc(unsigned long);
struct record {
  int first;
  int behind;
};
int main(void) {
  struct record *p = malloc(sizeof(int));
  p->first = 1;
  struct record copy = *p;
  return copy.first;
}
