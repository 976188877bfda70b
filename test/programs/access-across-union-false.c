// verdict: FALSE
// reason: what is copied to a struct that begins with a union reaches into the member behind the union
extern long long __VERIFIER_nondet_longlong(void);
extern void *memcpy(void *, const void *, unsigned long);
void reach_error(void) {}
struct record { union { int i; float f; } u; int v; long long w; } s;

int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  memcpy(&s, &x, sizeof x);
  if (s.v == 7) reach_error();
  return 0;
}
