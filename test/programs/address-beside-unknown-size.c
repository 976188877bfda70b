// verdict: TRUE
// reason: an integer is a pointer into the object that lies there, not into one of unknown size that begins below
// why-wrong: an integer is a pointer into the object that lies there, not into one of unknown size that begins below
extern void reach_error(void);
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
int g;

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 5) return 0;
  int local[n];
  int *block = malloc(n * sizeof(int));
  unsigned long where[3];
  where[0] = (unsigned long)&g;
  where[1] = (unsigned long)block;
  where[2] = (unsigned long)local;
  int *p = (int *)where[n > 5]; // wrong: int *p = (int *)where[n & 1 ? 0 : 1];
  *p = 5;
  if (g != 5) reach_error(); // wrong: if (g == 5) reach_error();
  return 0;
}
