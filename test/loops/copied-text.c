// verdict: TRUE
// proved-by: houdini
// checks: deref
// A text is copied up to its end into a block that is at least as large.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);

int main(void) {
  int room = __VERIFIER_nondet_int(), size = __VERIFIER_nondet_int();
  if (size < 1 || room < size) return 0;
  char *to = malloc(room), *from = malloc(size);
  from[size - 1] = 0;
  while ((*to++ = *from++) != 0) ;
  return 0;
}
