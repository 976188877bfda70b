// verdict: TRUE
// reason: an address is a multiple of the alignment
void reach_error(void) {}

int main(void) {
  int x;
  if ((unsigned long)&x % sizeof(int) != 0) reach_error();
  return 0;
}
