// verdict: TRUE
// reason: an unsigned char wraps around at 256
extern void abort(void);
void reach_error(void) {}

int main(void) {
  unsigned char c = 250;
  while (c >= 200) c += 4;
  if (c != 2) reach_error();
  return 0;
}
