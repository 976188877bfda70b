// verdict: FALSE
// reason: pointers in objects lead on
// entry: f, 1
extern void reach_error(void);
struct n { int v; struct n *next; };
void f(struct n *n) {
  if (n && n->next && n->next->v == 7) reach_error();
}
