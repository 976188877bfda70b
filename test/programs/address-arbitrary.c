// verdict: UNKNOWN
// reason: which address an object has is nobody's business
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a;
  if (((unsigned long)&a & 0x1000) == 0) reach_error();
}
