// verdict: TRUE
// reason: objects of the library have the values that C's start-up gives them, and are no inputs
extern int optind, opterr, optopt;
extern char *optarg;
void reach_error(void) {}

int main(void) {
  if (optind != 1 || opterr != 1 || optopt != '?' || optarg != 0) reach_error();
  optind = 5;
  if (optind != 5) reach_error();
  return 0;
}
