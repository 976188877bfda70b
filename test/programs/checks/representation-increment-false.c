// verdict: FALSE
// checks: representation
// reason: an increment reads the byte of a union, which is 7
union both {
  unsigned char byte;
  _Bool truth;
};
int main(void) {
  union both both;
  both.byte = 7;
  both.truth++;
  return 0;
}
