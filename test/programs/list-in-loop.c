// verdict: UNKNOWN
// reason: memory that is allocated in a loop is not modelled yet
extern void abort(void);
void reach_error(void) {}
extern void *malloc(unsigned long);
struct L { int v; struct L *next; };

int main(void) {
  struct L *h = 0;
  for (int i = 0; i < 3; i++) {
    struct L *n = malloc(sizeof *n);
    n->v = i;
    n->next = h;
    h = n;
  }
  if (h->v != 2) reach_error();
  return 0;
}
