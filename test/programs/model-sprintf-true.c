// verdict: TRUE
// reason: what sprintf writes and how much it would have written
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
  char text[24], small[4] = "zzz";
  int x = __VERIFIER_nondet_int();
  if (x < -99 || x > 999) return 0;
  int length = sprintf(text, "<%d>", x);
  if (length < 3 || length > 5 || text[0] != '<' || text[length - 1] != '>' || text[length] != 0) reach_error();
  if (x == -42 && strcmp(text, "<-42>") != 0) reach_error();
  if (snprintf(small, 3, "%s", "long") != 4 || small[0] != 'l' || small[1] != 'o' || small[2] != 0 || small[3] != 0) reach_error();
  if (sprintf(text, "%5d|%-3u|%04x|%c%%|%.2s", -7, 8u, 255, 'c', "xyz") != 20) reach_error();
  if (strcmp(text, "   -7|8  |00ff|c%|xy") != 0) reach_error();
}
