// verdict: UNKNOWN
// checks: deref
// native: the sanitiser accesses the whole unit
/* A block that begins within the unit of the bit-field. */
extern void *malloc(unsigned long);
struct record {
  unsigned a : 16;
  unsigned b : 16;
};
int main(void) {
  char *block = malloc(2);
  struct record *p = (struct record *)(block - 2);
  return p->b;
}
