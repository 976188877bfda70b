// verdict: TRUE
// reason: both objects have all bytes that are compared
// checks: deref
extern void *malloc(unsigned long);
extern int memcmp(const void *, const void *, unsigned long);
int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), table[2] = { 1, 2 };
  int *b = malloc(sizeof(int));
  *b = a;
  if (memcmp(&a, b, sizeof(int)) != 0) table[2] = 0;
  return memcmp(table, table + 1, 4);
}
