// verdict: FALSE
// reason: an option without its argument is not a letter of the options
extern int getopt(int, char *const *, const char *);
extern int optopt;
extern void reach_error(void);

int main(void) {
  char *arguments[] = {"program", "-vo", (void *)0};
  if (getopt(2, arguments, "+vo:") != 'v') return 1;
  if (getopt(2, arguments, "+vo:") == '?' && optopt == 'o') reach_error();
  return 0;
}
