// verdict: TRUE
// reason: a function of the program wins over the library function of the same name
// why-wrong: a function of the program wins over the library function of the same name
extern void abort(void);
void reach_error(void) {}
int abs(int x) { return x > 100 ? x : -1; }

int main(void) {
  if (abs(5) != -1) reach_error(); // wrong: if (abs(5) == -1) reach_error();
  return 0;
}
