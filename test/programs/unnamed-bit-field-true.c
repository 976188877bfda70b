// verdict: TRUE
// reason: an initialiser sets the named bit-fields
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
void reach_error(void) {}
struct s { unsigned a : 5, : 11, c : 16; };

int main(void) {
  unsigned k = __VERIFIER_nondet_int() & 31, bits;
  struct s x = { k, 2 };
  memcpy(&bits, &x, 4);
  if ((bits & 31) != k || bits >> 16 != 2) reach_error();
  return 0;
}
