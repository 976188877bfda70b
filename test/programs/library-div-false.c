// verdict: FALSE
// reason: div gives quotient and rest
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
  if (d.quot == -5 && d.rem == -3) reach_error();
}
