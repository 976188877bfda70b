// verdict: FALSE
// found-by: bmc
// checks: deref
// The last byte of the block stays open, so that a scan may leave the block.
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
  for (int i = 0; i < size; i++) text[i] = __VERIFIER_nondet_char();
  if (size > 1) text[size - 2] = 0;
  return length(text);
}
