// verdict: TRUE
// reason: without checks of accesses, the distance of an index wraps around as machines multiply
extern void reach_error(void);
int a[4];
unsigned long n = 0x4000000000000000;
int main(void) {
  int *p = a;
  if (p + n != a) reach_error();
  return 0;
}
