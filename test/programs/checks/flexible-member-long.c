// verdict: TRUE
// reason: the last element lies in the block, also where 31 bits do not count the elements
// why-wrong: the element lies behind the block
// checks: deref
// malloc: may fail
extern void *malloc(unsigned long);
extern unsigned long __VERIFIER_nondet_ulong(void);
struct text {
  unsigned long length;
  unsigned char bytes[];
};
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n > 0x10000000000UL) return 0; // wrong: if (n > 20) return 0;
  struct text *t = malloc(sizeof(struct text) + n + 1);
  if (t == 0) return 0;
  t->length = n;
  t->bytes[n] = 0;
  return t->bytes[t->length]; // wrong: return t->bytes[t->length + 1];
}
