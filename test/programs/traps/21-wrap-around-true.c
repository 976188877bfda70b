// verdict: TRUE
// reason: ranges of machine integers close around
void reach_error(void) {}

int main(void) {
  unsigned char c = 251;
  unsigned n = 0;
  while (c >= 100 && n < 100) {
    c += 2;
    n++;
  }
  if (c != 1 || n != 3) reach_error();
  unsigned u = 1;
  if (-u != 4294967295u || -u < u) reach_error();
  _Bool b = 2;
  b += 3;
  if (b != 1) reach_error();
  b--;
  b--;
  if (b != 1) reach_error();
  return 0;
}
