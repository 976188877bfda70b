// verdict: FALSE
// found-by: bmc
// A full ring loses its oldest element, and a mark comes out again as another one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct ring { int items[3]; unsigned first, count; };
static struct ring ring;
static int put(struct ring *r, int item) {
  if (r->count == 3) r->first = (r->first + 1) % 3, r->count--;
  r->items[(r->first + r->count) % 3] = item;
  r->count++;
  return 1;
}
static int take(struct ring *r, int *item) {
  if (r->count == 0) return 0;
  *item = r->items[r->first];
  r->first = (r->first + 1) % 3;
  r->count--;
  return 1;
}
int main(void) {
  _Bool marked = 0;
  unsigned place = 0;
  int mark = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      int item = __VERIFIER_nondet_int();
      unsigned at = (ring.first + ring.count) % 3;
      if (put(&ring, item) && !marked && __VERIFIER_nondet_int()) {
        marked = 1;
        place = at;
        mark = item;
      }
    } else {
      int item = 0;
      unsigned at = ring.first;
      if (take(&ring, &item) && marked && at == place) {
        if (item != mark) reach_error();
        marked = 0;
      }
    }
  }
  return 0;
}
