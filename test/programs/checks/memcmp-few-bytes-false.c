// verdict: FALSE
// reason: the second object ends after four of the eight bytes
// checks: deref
extern void *malloc(unsigned long);
extern int memcmp(const void *, const void *, unsigned long);
int main(void) {
  int table[2] = { 1, 2 };
  int *b = malloc(sizeof(int));
  *b = 1;
  return memcmp(table, b, 8);
}
