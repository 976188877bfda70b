// verdict: TRUE
// reason: the address of a member of null is no access
// checks: deref
struct list {
  struct list *next;
  int value;
};
int main(void) {
  struct list *l = 0;
  int *p = &l->value;
  &l->value;
  return p == 0;
}
