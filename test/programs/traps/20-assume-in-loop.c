// verdict: TRUE
// reason: an assumption within a loop without end leaves the runs before it
// why-wrong: an assumption within a loop without end leaves the runs before it
extern void reach_error(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int i = 0;
  while (1) {
    __VERIFIER_assume(i < 3);
    i++;
    if (i == 4) reach_error(); // wrong: if (i == 3) reach_error();
  }
}
