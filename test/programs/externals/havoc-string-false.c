// verdict: FALSE
// reason: characters change
// externals: havoc
extern void reach_error(void);
void f(char *);
int main(void) {
  char s[16] = "abc";
  f(s);
  if (s[0] == 0x78 && s[1] == 0x79 && s[2] == 0) reach_error();
  return 0;
}
