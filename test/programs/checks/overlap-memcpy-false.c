// verdict: FALSE
// reason: the copy reads bytes that it writes
// checks: overlap
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  char s[8] = "abcdefg";
  memcpy(s + 1, s, 6);
  return s[6] == 'f';
}
