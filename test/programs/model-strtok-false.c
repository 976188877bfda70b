// verdict: FALSE
// reason: which characters separate may depend on an input
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
  char text[] = "a.b";
  text[1] = __VERIFIER_nondet_int();
  char *first = strtok(text, ";");
  if (first != 0 && strtok(0, ";") == text + 2) reach_error();
}
