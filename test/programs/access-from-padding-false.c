// verdict: FALSE
// reason: what is written through a packed struct begins between two members and reaches into the second one
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct padded { char c; int i; };
struct __attribute__((packed)) loose { int v; };

int main(void) {
  struct padded s = {1, 0};
  struct loose *p = (struct loose *)((char *)&s + 2);
  p->v = __VERIFIER_nondet_int();
  if (s.i == 7) reach_error();
  return 0;
}
