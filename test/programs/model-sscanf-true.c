// verdict: TRUE
// reason: what sscanf reads from a text by a format, and how much of it
typedef __typeof__(sizeof 0) size_t;
extern int __VERIFIER_nondet_int(void);
int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int sscanf(const char *, const char *, ...);
char *strtok(char *, const char *);
char *strtok_r(char *, const char *, char **);
char *strsep(char **, const char *);
int strcmp(const char *, const char *);
void reach_error(void) {}

int main(void) {
  int a = 1, b = 2, n = 0;
  char word[8], c = 'q';
  if (sscanf(" 12,-7", "%d,%d%n", &a, &b, &n) != 2 || a != 12 || b != -7 || n != 6) reach_error();
  if (sscanf("x", "%d", &a) != 0 || sscanf("", "%d", &a) != -1 || a != 12) reach_error();
  if (sscanf("0x1f ab", "%x %7s", &a, word) != 2 || a != 31 || strcmp(word, "ab") != 0) reach_error();
  if (sscanf("345", "%2d%c", &a, &c) != 2 || a != 34 || c != '5') reach_error();
  char given[3] = {__VERIFIER_nondet_int(), 'z', 0};
  if (sscanf(given, "%d", &b) == 1 && (b < 0 || b > 9)) reach_error();
}
