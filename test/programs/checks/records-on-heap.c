// verdict: TRUE
// reason: records with pointers keep their layout on the heap, indexed by a size_t and copied by memcpy
// why-wrong: the name behind the last one that was copied is not assigned
// checks: deref, free, memtrack
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void free(void *);
extern void abort(void);
extern void *memcpy(void *, const void *, size_t);
extern size_t __VERIFIER_nondet_size_t(void);

struct item {
  char *name;
  int count;
};

int main(void) {
  size_t n = __VERIFIER_nondet_size_t();
  if (n == 0 || n > 16) return 0;
  struct item *few = malloc(n * sizeof *few);
  if (!few) return 1;
  for (size_t i = 0; i < n; i++) {
    few[i].name = malloc(4);
    if (!few[i].name) abort();
    few[i].count = 1;
  }
  struct item *many = malloc(2 * n * sizeof *many);
  if (!many) abort();
  memcpy(many, few, n * sizeof *few);
  free(few);
  for (size_t i = 0; i < n; i++) { // wrong: for (size_t i = 0; i <= n; i++) {
    many[i].name[0] = 'x';
    free(many[i].name);
  }
  free(many);
  return 0;
}
