// verdict: TRUE
// reason: a pointer that is moved up by the largest distance stays above the start of its object
extern void reach_error(void);
char a[4];
long n = 0x7fffffffffffffff;
int main(void) {
  char *p = a, *q = p + n;
  if (q <= p) reach_error();
  return 0;
}
