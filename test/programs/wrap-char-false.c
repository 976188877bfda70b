// verdict: FALSE
// reason: an unsigned char wraps around at 256
extern void abort(void);
void reach_error(void) {}

int main(void) {
  unsigned char c = 250;
  while (c >= 200) c += 3;
  if (c == 0) reach_error();
  return 0;
}
