// verdict: TRUE
// reason: pointers to one lifetime are equal, those to living variables and to blocks are not, whatever pointers are left over
extern void *malloc(unsigned long);
extern void reach_error(void);

struct node { struct node *next; int value; };
static struct node *left;
static int total;

static int count(int value) {
  struct node head, item;
  int n = 0;
  if (left == &head && total != 1) reach_error();
  left = &head;
  head.next = &item;
  item.next = &head;
  item.value = value;
  for (struct node *p = head.next; p != left; p = p->next) n += p->value;
  if (left == &item || left->next == left) reach_error();
  return n;
}

int main(void) {
  struct node outer, *block = malloc(sizeof *block);
  for (int i = 0; i < 2; i++) {
    total = i;
    if (count(i + 1) != i + 1) reach_error();
    if (left == &outer || (left == block && block != 0)) reach_error();
  }
  return 0;
}
