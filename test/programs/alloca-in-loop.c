// verdict: TRUE
// reason: alloca makes a block at each call
// why-wrong: alloca makes a block at each call
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *last = 0;
  for (int i = 0; i < 3; i++) {
    int *block = __builtin_alloca(sizeof(int));
    *block = last ? *last + 1 : 1;
    last = block;
  }
  if (*last != 3) reach_error(); // wrong: if (*last == 3) reach_error();
}
