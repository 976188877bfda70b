// verdict: UNKNOWN
// reason: a copy between overlapping places is undefined
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  char s[8] = "abcdefg";
  memcpy(s + 1, s, 6);
  if (s[6] != 'f') reach_error();
  return 0;
}
