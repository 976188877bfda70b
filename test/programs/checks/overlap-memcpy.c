// verdict: TRUE
// reason: the halves of an array are apart, and equal places are harmless
// why-wrong: the copy reads bytes that it writes
// checks: overlap
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  char s[8] = "abcdefg";
  memcpy(s + 4, s, 4); // wrong: memcpy(s + 1, s, 6);
  memcpy(s, s, 8); // wrong: return s[6] == 'f';
  return 0; // wrong:
}
