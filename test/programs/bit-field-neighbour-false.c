// verdict: FALSE
// reason: writing one bit-field leaves its neighbours alone
extern void abort(void);
void reach_error(void) {}

int main(void) {
  struct B { unsigned char a : 1, b : 1, c : 6; } s = {0};
  s.c = 65;
  if (s.c == 1) reach_error();
  return 0;
}
