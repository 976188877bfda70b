// verdict: TRUE
// reason: bytes that have other types, or are converted, are compared one by one
// why-wrong: the bytes above 127 differ by their sign
extern void reach_error(void);
struct pair {
  int a, b;
};
int main(void) {
  struct pair first = {-1, -1}, second = {-1, -1};
  int same = __CPROVER_forall {
    unsigned i;
    i < sizeof first ==> ((signed char *)&first)[i] == ((unsigned char *)&second)[i]
  };
  if (same) reach_error(); // wrong: if (!same) reach_error();
  struct pair third = {1, 2}, fourth = {3, 4};
  int alike = __CPROVER_forall {
    unsigned i;
    i < sizeof third ==> (_Bool)((char *)&third)[i] == (_Bool)((char *)&fourth)[i]
  };
  if (!alike) reach_error();
  return 0;
}
