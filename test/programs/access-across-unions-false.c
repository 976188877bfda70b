// verdict: FALSE
// reason: what is written to an array of unions through a packed struct covers parts of two elements
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
union number { int i; float f; } a[4];
struct __attribute__((packed)) loose { int v; };

int main(void) {
  ((struct loose *)((char *)a + 2))->v = __VERIFIER_nondet_int();
  if (a[1].i == 7) reach_error();
  return 0;
}
