// verdict: FALSE
// reason: __atomic_clear leaves the upper bytes of a wider object
void reach_error(void) {}

int main(void) {
  int wide = 0x01020301;
  __atomic_clear(&wide, 5);
  if (wide != 0) reach_error();
  return 0;
}
