// verdict: TRUE
// reason: fields of a struct on the heap keep their neighbours; its bytes show all of them
// why-wrong: fields of a struct on the heap keep their neighbours; its bytes show all of them
extern void *malloc(unsigned long);
extern void free(void *);
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct head {
  unsigned used : 1, mark : 1, size : 30;
  struct head *next;
};
int main(void) {
  struct head *h = malloc(sizeof *h);
  h->used = 1;
  h->mark = 0;
  h->size = __VERIFIER_nondet_uint();
  h->next = 0;
  unsigned size = h->size;
  h->mark = !h->mark;
  h->used = 0;
  if (h->size != size) reach_error();
  struct head copy = *h;
  copy.size = 3;
  if (h->size != size) reach_error();
  if (*(unsigned *)h != (size << 2 | 2)) reach_error(); // wrong: if (*(unsigned *)h == 38) reach_error();
  free(h);
  return 0;
}
