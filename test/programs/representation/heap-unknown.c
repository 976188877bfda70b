// verdict: UNKNOWN
// reason: a fresh block may have any bytes
extern void reach_error(void);
extern void *malloc(unsigned long);
struct node { _Bool truth; int number; };
int main(void) {
  struct node *node = malloc(sizeof *node);
  if (node == 0) return 0;
  if (node->truth > 1) reach_error();
  return 0;
}
