// verdict: TRUE
// reason: an attribute gives a function an alignment
void reach_error(void) {}
void aligned(void) __attribute__((aligned(256)));
void aligned(void) {}
void plain(void) {}

int main(void) {
  if (__alignof__(aligned) != 256 || __alignof__(plain) != 1) reach_error();
  return 0;
}
