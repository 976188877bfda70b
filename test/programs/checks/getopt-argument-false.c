// verdict: FALSE
// reason: an option that may have no argument leaves a null pointer
// checks: deref
extern int getopt(int, char *const *, const char *);
extern char *optarg;

int main(void) {
  char *arguments[] = {"program", "-n", (void *)0};
  return getopt(2, arguments, "n::") == 'n' ? optarg[0] : 0;
}
