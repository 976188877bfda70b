// verdict: TRUE
// reason: a mark adds a prefix or a zero, and an argument may give the precision of a text
extern int sprintf(char *, const char *, ...);
extern int strcmp(const char *, const char *);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static void expect(const char *text, const char *wanted) {
  if (strcmp(text, wanted) != 0) reach_error();
}
int main(void) {
  char to[16];
  int most = __VERIFIER_nondet_int();
  if (sprintf(to, "%#x %#o", 255, 8) != 8) reach_error();
  expect(to, "0xff 010");
  sprintf(to, "%#x%#o|%#.0o", 0, 0, 0);
  expect(to, "00|0"); // wrong: expect(to, "00|");
  sprintf(to, "%#06X|%-#5x|", 10, 1);
  expect(to, "0X000A|0x1  |");
  if (most < 0 || most == 2) {
    int count = sprintf(to, "%4.*s", most, "abc");
    expect(to, most < 0 ? " abc" : "  ab");
    if (count != 4) reach_error();
  }
  return 0;
}
