// verdict: TRUE
// reason: bit-fields may be written through another record type
// why-wrong: bit-fields are written through another record type
struct A {
  unsigned char a : 3, b : 5;
};
struct B {
  unsigned char c : 8;
};
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  struct A v[4] = {{1, 2}, {1, 2}, {1, 2}, {1, 2}};
  unsigned i = __VERIFIER_nondet_uint() & 3;
  ((struct B *)&v[i])->c = 0;
  if (v[i].a != 0) reach_error(); // wrong: if (v[i].a == 0 && i == 2) reach_error();
  return 0;
}
