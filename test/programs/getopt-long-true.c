// verdict: TRUE
// reason: a long option may be cut short, and its value goes where its place says
struct option { const char *name; int has_arg; int *flag; int val; };
extern int getopt_long(int, char *const *, const char *, const struct option *, int *);
extern char *optarg;
extern void reach_error(void);

int main(void) {
  int quiet = 0, index = 7;
  const struct option options[] = {{"quiet", 0, &quiet, 3}, {"output", 1, (void *)0, 'o'}, {(void *)0, 0, (void *)0, 0}};
  char *arguments[] = {"program", "--out=x", "--quiet", "--other", (void *)0};
  if (getopt_long(4, arguments, "o:", options, &index) != 'o' || index != 1 || optarg[0] != 'x') reach_error();
  if (getopt_long(4, arguments, "o:", options, (void *)0) != 0 || quiet != 3) reach_error();
  if (getopt_long(4, arguments, "o:", options, &index) != '?' || index != 1) reach_error();
  return getopt_long(4, arguments, "o:", options, &index) != -1;
}
