// verdict: UNKNOWN
// reason: a question about accesses has no answer behind a copy between overlapping places
// checks: deref
extern char *strcpy(char *to, const char *from);
static char text[8] = "abc";
int main(void) {
  strcpy(text + 1, text);
  return text[4];
}
