// verdict: FALSE
// reason: strtol reads a text, and only its second argument may be null
// checks: deref
// native: the report is about a line of the library
extern long strtol(const char *, char **, int);
int main(void) {
  return (int)strtol((char *)0, (char **)0, 10);
}
