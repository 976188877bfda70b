// verdict: TRUE
// reason: plain char is signed, in constants and strings too
void reach_error(void) {}

int main(void) {
  char c = '\xfe';
  if (c != -2 || '\377' != -1 || "\xff"[0] != -1) reach_error();
  unsigned char u = '\xfe';
  if (u != 254 || c == u) reach_error();
  if (sizeof 'a' != sizeof(int) || (char)200 > 0) reach_error();
  return 0;
}
