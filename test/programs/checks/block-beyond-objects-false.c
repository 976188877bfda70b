// verdict: FALSE
// reason: the size and the number of elements have a product beyond all words
// checks: deref
typedef unsigned long size_t;
extern int __VERIFIER_nondet_int(void);
extern struct _IO_FILE *stdout;
extern size_t fwrite(const void *from, size_t size, size_t count, struct _IO_FILE *to);
int main(void) {
  char text[8] = "x";
  if (__VERIFIER_nondet_int() > 3) fwrite(text, 8, -1, stdout);
  return 0;
}
