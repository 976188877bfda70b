// verdict: TRUE
// reason: the character behind a number stays in the standard input, and it is no digit
extern int scanf(const char *, ...);
extern int getchar(void);
void reach_error(void) {}
int main(void) {
  unsigned char a;
  if (scanf("%hhu", &a) != 1) return 0;
  int c = getchar();
  if (c >= '0' && c <= '9') reach_error();
  return 0;
}
