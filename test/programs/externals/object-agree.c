// verdict: UNKNOWN
// reason: proofs under agree allow for any content behind a result, and alarms for none
// externals: agree
extern void reach_error(void);
struct node { int v; struct node *next; };
struct node *get(void);
int main(void) {
  struct node *p = get();
  if (p && p->v == 3) reach_error();
  return 0;
}
