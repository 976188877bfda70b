// verdict: FALSE
// reason: ranges of machine integers close around
void reach_error(void) {}

int main(void) {
  unsigned char c = 247;
  while (c >= 200) c += 3;
  if (c == 0 && -(unsigned)c == 0) reach_error();
  return 0;
}
