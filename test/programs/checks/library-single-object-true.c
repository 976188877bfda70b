// verdict: TRUE
// reason: these functions access one object of the type that they declare
// checks: deref
// approximate: time may write through its arguments, rand_r, rand_r may write through its arguments
extern long time(long *);
extern int rand_r(unsigned *);
extern double frexp(double, int *);
extern long strtol(const char *, char **, int);
struct both { int first; unsigned seed; };
int main(void) {
  long now;
  struct both state = {1, 2};
  int exponent, values[2] = {3, 4};
  char *end;
  time(&now);
  rand_r(&state.seed);
  frexp(8.0, &exponent);
  strtol("12", &end, 10);
  return values[now > 5];
}
