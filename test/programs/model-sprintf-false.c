// verdict: FALSE
// reason: a number is written by its digits
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
  char text[16];
  unsigned x = __VERIFIER_nondet_int();
  if (sprintf(text, "%u", x) == 3 && text[0] == '4' && text[2] == '7') reach_error();
}
