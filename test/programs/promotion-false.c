// verdict: FALSE
// reason: small unsigned operands are promoted to int before they are added
extern void abort(void);
void reach_error(void) {}

int main(void) {
  unsigned char x = 200, y = 100;
  if (x + y == 300) reach_error();
  return 0;
}
