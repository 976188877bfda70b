// verdict: TRUE
// reason: memory from one malloc call is an object
extern void abort(void);
void reach_error(void) {}
extern void *malloc(unsigned long);
struct T { int k; struct T *next; };

int main(void) {
  struct T *t = malloc(sizeof(struct T));
  t->k = 4;
  t->next = t;
  if (t->next->next->k != 4) reach_error();
  return 0;
}
