// verdict: TRUE
// proved-by: houdini
// checks: deref
// The last byte of a block of any size is 0, and a scan for it does not leave the block.
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern void *malloc(unsigned long);

static int length(const char *text) {
  int n = 0;
  while (text[n] != 0) n++;
  return n;
}

int main(void) {
  int size = __VERIFIER_nondet_int();
  if (size < 1) size = 1;
  char *text = malloc(size);
  for (int i = 0; i < size - 1; i++) text[i] = __VERIFIER_nondet_char();
  text[size - 1] = 0;
  return length(text);
}
