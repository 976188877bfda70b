// verdict: FALSE
// reason: a digit that sscanf reads may be any
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
  int b = 0;
  char given[3] = {__VERIFIER_nondet_int(), '7', 0};
  if (sscanf(given, "%d", &b) == 1 && b == 47) reach_error();
}
