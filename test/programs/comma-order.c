// verdict: TRUE
// reason: the comma operator and increments have their effects in order
// why-wrong: the comma operator and increments have their effects in order
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int i = 1; // wrong: int i = 5;
  int j = (i++, i + 1); // wrong: int j = i-- - --i;
  if (i != 2 || j != 3) reach_error(); // wrong: if (j == 2) reach_error();
  return 0;
}
