// verdict: TRUE
// reason: an unsigned char wraps around at 256
// why-wrong: an unsigned char wraps around at 256
extern void abort(void);
void reach_error(void) {}

int main(void) {
  unsigned char c = 250;
  while (c >= 200) c += 4; // wrong: while (c >= 200) c += 3;
  if (c != 2) reach_error(); // wrong: if (c == 0) reach_error();
  return 0;
}
