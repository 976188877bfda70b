// verdict: TRUE
// reason: the halves of an array are apart, and equal places are harmless
// checks: overlap
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  char s[8] = "abcdefg";
  memcpy(s + 4, s, 4);
  memcpy(s, s, 8);
  return 0;
}
