// verdict: FALSE
// checks: deref
// reason: the structure that a call returns ends with the statement, but a pointer into its array is left
// native: GCC gives such a structure the life of the whole function
struct triple { int all[3]; };
static struct triple made(int first) { return (struct triple){ { first, 2, 3 } }; }
int main(void) {
  int *p = made(1).all;
  return p[2];
}
