// verdict: UNKNOWN
// reason: members of a struct of more than 2^53 bytes have no cells of their own
extern void reach_error(void);
struct {
  char a[0x1fffffffffffff00L];
  int x, y;
} s;

int main(void) {
  s.x = 3;
  int *p = &s.x;
  *p = 4;
  if (s.x != 4) reach_error();
  return 0;
}
