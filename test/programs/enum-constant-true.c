// verdict: TRUE
// reason: enumerators count on from the one before
extern void abort(void);
void reach_error(void) {}

int main(void) {
  enum E { A = 3, B, C = -1, D };
  if (B != 4 || D != 0) reach_error();
  return 0;
}
