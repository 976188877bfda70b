// verdict: FALSE
// reason: an external function returns a pointer to an object that it brings along
// externals: havoc
extern void reach_error(void);
struct node { int v; struct node *next; };
struct node *get(void);
int main(void) {
  struct node *p = get();
  if (p && p->v == 3) reach_error();
  return 0;
}
