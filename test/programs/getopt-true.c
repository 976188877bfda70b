// verdict: TRUE
// reason: options come before other arguments, which keep their order
extern int getopt(int, char *const *, const char *);
extern char *optarg;
extern int optind;
extern void reach_error(void);

int main(void) {
  char *arguments[] = {"program", "-v", "file", "-otext", "-n", (void *)0};
  int letter, seen = 0;
  const char *text = (void *)0;
  while ((letter = getopt(5, arguments, "vo:n::")) != -1) {
    if (letter == 'v') seen++;
    else if (letter == 'o') text = optarg;
    else if (letter != 'n' || optarg != (void *)0) reach_error();
  }
  if (seen != 1 || text == (void *)0 || text[0] != 't') reach_error();
  if (optind != 4 || arguments[4][0] != 'f' || arguments[1][1] != 'v') reach_error();
  return 0;
}
