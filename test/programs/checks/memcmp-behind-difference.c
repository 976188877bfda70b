// verdict: FALSE
// reason: memcmp may read all bytes, also those behind the first difference
// checks: deref
extern void *malloc(unsigned long);
extern int memcmp(const void *, const void *, unsigned long);
int main(void) {
  int table[2] = { 1, 2 };
  int *b = malloc(sizeof(int));
  *b = 3;
  return memcmp(table, b, 8);
}
