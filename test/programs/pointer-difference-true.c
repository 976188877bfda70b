// verdict: TRUE
// reason: differences of pointers count elements
extern void abort(void);
void reach_error(void) {}

int main(void) {
  short a[10], *p = a + 7, *q = &a[2];
  if (p - q != 5 || (char *)p - (char *)q != 10) reach_error();
  return 0;
}
