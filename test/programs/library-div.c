// verdict: TRUE
// reason: div gives quotient and rest, the quotient rounded to zero
// why-wrong: div gives quotient and rest
typedef struct {
  int quot;
  int rem;
} div_t;
div_t div(int, int);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int x = __VERIFIER_nondet_int();
  div_t d = div(x, 8);
  if (d.quot != x / 8 || d.rem != x % 8 || div(-7, 2).quot != -3) reach_error(); // wrong: if (d.quot == -5 && d.rem == -3) reach_error();
}
