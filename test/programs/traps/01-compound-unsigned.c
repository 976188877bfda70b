// verdict: TRUE
// reason: the left side of a compound division is converted to the unsigned type of the right side first
// why-wrong: the left side of a compound division is converted to the unsigned type of the right side first
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct pair {
  signed char c;
  unsigned short u;
} s[2];
int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  s[1].c = -1;
  s[1].c /= u | 1;
  if (s[1].c != (signed char)(0xffffffffu / (u | 1))) reach_error();
  s[0].u = 7;
  s[0].u -= 8;
  if (s[0].u != 65535) reach_error();
  s[0].u += 2L;
  if (s[0].u != 1) reach_error(); // wrong: if (s[0].u == 1 && u == 3) reach_error();
  return 0;
}
