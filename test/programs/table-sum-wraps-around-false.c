// verdict: FALSE
// reason: sums of a table's numbers and a constant wrap around, to no multiples of what the numbers are multiples of
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
struct pixel { char r, g, b; } pixels[30];
static const unsigned long long table[100] = {
    0x7ffffffffffffffdULL, 0x7ffffffffffffff1ULL, 0x7fffffffffffffe5ULL, 0x7fffffffffffffd9ULL, 0x7fffffffffffffcdULL,
    0x7fffffffffffffc1ULL, 0x7fffffffffffffb5ULL, 0x7fffffffffffffa9ULL, 0x7fffffffffffff9dULL, 0x7fffffffffffff91ULL,
    0x7fffffffffffff85ULL, 0x7fffffffffffff79ULL, 0x7fffffffffffff6dULL,
    [13 ... 99] = 0x8000000000000001ULL};

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 99) return 0;
  unsigned long long k = table[i] + 0x8000000000000003ULL;
  if (k > 11) return 0;
  ((char *)pixels)[k] = 5;
  if (pixels[1].g == 5) reach_error();
  return 0;
}
