// verdict: FALSE
// reason: enumerators count on from the one before
extern void abort(void);
void reach_error(void) {}

int main(void) {
  enum E { A = 3, B };
  enum E e = B;
  if (e == 4) reach_error();
  return 0;
}
