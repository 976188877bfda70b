// verdict: TRUE
// reason: the members of one structure are apart, whatever a text in one of them has
extern void reach_error(void);
extern int sscanf(const char *text, const char *format, ...);
struct record {
  char line[16];
  char word[8];
  int number;
};
int main(void) {
  struct record r = { "ab 7", "", 0 };
  if (sscanf(r.line, "%7s %d", r.word, &r.number) == 2 && r.line[0] != 'a') reach_error();
  return 0;
}
