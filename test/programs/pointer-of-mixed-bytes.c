// verdict: UNKNOWN
// reason: half of one address and half of another are an address that nothing is known about
extern void reach_error(void);
static int x = 1, y = 2;

int main(void) {
  int *p = &x, *q = &y;
  char *a = (char *)&p, *b = (char *)&q;
  a[0] = b[0];
  a[1] = b[1];
  if (p != &x && p != &y) reach_error();
  return 0;
}
