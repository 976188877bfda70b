// verdict: UNKNOWN
// reason: an index beyond a vector leads to no other member
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

typedef int four __attribute__((vector_size(16)));
struct { four v, w; } s;

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  s.w[1] = 7;
  if (n < 8 && s.v[n] == 7) reach_error();
  return 0;
}
