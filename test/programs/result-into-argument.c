// verdict: UNKNOWN
// reason: an undefined function may return a pointer into what it was given to read
extern char *find(const char *, int);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  char s[4] = "abc";
  char *p = find(s, 'b');
  *p = 'x';
  if (s[1] == 'x') reach_error();
  return 0;
}
