// verdict: UNKNOWN
// reason: what lies behind the end of an argument is nobody's
void reach_error(void) {}

int main(int argc, char **argv) {
  if (argc == 2 && argv[1][0] == '\0' && argv[1][1] == '\0') reach_error();
  return 0;
}
