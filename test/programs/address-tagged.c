// verdict: TRUE
// reason: the low bits of an aligned address are zero and may hold a tag
// why-wrong: the low bits of an aligned address are zero and may hold a tag
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

int main(void) {
  static long object = 5;
  unsigned long tagged = (unsigned long)&object | 1;
  if (((unsigned long)&object & 7) != 0) reach_error();
  if ((tagged & 1) == 0) reach_error();
  long *pointer = (long *)(tagged & ~7UL);
  if (*pointer != 5) reach_error(); // wrong: if (*pointer == 5) reach_error();
}
