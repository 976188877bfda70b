// verdict: TRUE
// reason: every block that a loop allocates is an object of its own
// why-wrong: every block that a loop allocates is an object of its own
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
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    node->value = i;
    node->next = head;
    head = node;
  }
  int sum = 0;
  for (struct node *node = head; node; node = node->next) sum = 10 * sum + node->value;
  if (sum != 210) reach_error(); // wrong: if (sum == 210) reach_error();
}
