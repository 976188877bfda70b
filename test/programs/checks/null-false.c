// verdict: FALSE
// reason: a member of null
// checks: deref
struct list {
  struct list *next;
  int value;
};
static int get(struct list *l) { return l->value; }
int main(void) {
  struct list *l = 0;
  return get(l);
}
