// verdict: FALSE
// reason: padding, packing, and the way from a member to its struct
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

struct item { short key; long value; };
int main(void) {
  struct item items[3] = { { 1, 10 }, { 2, 20 }, { 3, 30 } };
  long *value = &items[__VERIFIER_nondet_uint() % 3].value;
  struct item *whole = (struct item *)((char *)value - __builtin_offsetof(struct item, value));
  if (whole->key == 2 && whole - items == 1 && (char *)value - (char *)items == 24) reach_error();
  return 0;
}
