// verdict: FALSE
// reason: a precision that is negative or too large lets printf read beyond a text without an end
// checks: deref
typedef unsigned long size_t;
typedef struct _IO_FILE FILE;
extern FILE *stdout;
extern int puts(const char *), printf(const char *, ...);
extern size_t fwrite(const void *, size_t, size_t, FILE *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char text[4] = {'a', 'b', 'c', 'd'};
  printf("%.*s %.4s\n", __VERIFIER_nondet_int() & 3, text, text);
  printf("%.*s\n", __VERIFIER_nondet_int(), text);
  return 0;
}
