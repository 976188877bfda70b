// verdict: FALSE
// reason: a list may be of any length
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->value = __VERIFIER_nondet_int();
    node->next = head;
    head = node;
  }
  if (head && head->next && head->value == 7 && head->next->value == 8) reach_error();
}
