// verdict: UNKNOWN
// reason: so many arguments are beyond what is searched, but not beyond what proofs hold for
void reach_error(void) {}

int main(int argc, char **argv) {
  if (argc == 100) reach_error();
  return 0;
}
