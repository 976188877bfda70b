// verdict: TRUE
// reason: strtok goes on where it was, also from another function
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

static char *next(void) { return strtok(0, ", "); }

int main(void) {
  char text[] = ",ab, c", other[] = "a:b";
  char *first = strtok(text, ","), *saved;
  if (first != text + 1 || strcmp(first, "ab") != 0) reach_error();
  if (strtok_r(other, ":", &saved) != other || other[1] != 0 || saved != other + 2) reach_error();
  char *second = next();
  if (second != text + 5 || next() != 0) reach_error();
  char *rest = other + 2;
  if (strsep(&rest, ":") != other + 2 || rest != 0) reach_error();
}
