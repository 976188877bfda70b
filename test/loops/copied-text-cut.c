// verdict: FALSE
// found-by: bmc
// checks: deref
// A text is copied up to its end into a block that may be one byte smaller.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);

int main(void) {
  int room = __VERIFIER_nondet_int(), size = __VERIFIER_nondet_int();
  if (size < 1 || room < size - 1 || room < 1) return 0;
  char *to = malloc(room), *from = malloc(size);
  for (int i = 0; i < size; i++) from[i] = i + 1 < size;
  while ((*to++ = *from++) != 0) ;
  return 0;
}
