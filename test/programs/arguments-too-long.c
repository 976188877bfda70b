// verdict: UNKNOWN
// reason: a text of seventeen characters is beyond what is searched, but not beyond what proofs hold for
void reach_error(void) {}

int main(int argc, char **argv) {
  if (argc < 2) return 0;
  int n = 0;
  while (n < 17 && argv[1][n] != '\0') n++;
  if (n == 17) reach_error();
  return 0;
}
