// verdict: TRUE
// reason: objects that an external function brings along are none of the program's own
// property: unreach-call
// externals: havoc
extern void reach_error(void);
struct node { int v; struct node *next; };
struct node *get(int);
static struct node own = {5, 0};
int main(void) {
  struct node mine = {6, &own};
  for (int i = 0; i < 3; i++) {
    struct node *p = get(i);
    if (p) p->v = i;
  }
  if (mine.next->v != 5 || mine.v != 6) reach_error();
  return 0;
}
