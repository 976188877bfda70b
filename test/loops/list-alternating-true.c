// verdict: TRUE
// proved-by: houdini
// slow: yes
// Each red item is followed by a black one.
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum colour { RED, BLACK };
struct item { enum colour colour; struct item *next; };

int main(void) {
  struct item *items = 0;
  while (__VERIFIER_nondet_int()) {
    struct item *black = malloc(sizeof *black);
    black->colour = BLACK;
    black->next = items;
    items = black;
    if (__VERIFIER_nondet_int()) {
      struct item *red = malloc(sizeof *red);
      red->colour = RED;
      red->next = items;
      items = red;
    }
  }
  for (struct item *at = items; at != 0; at = at->next)
    if (at->colour == RED && (at->next == 0 || at->next->colour != BLACK)) reach_error();
}
