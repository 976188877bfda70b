// verdict: TRUE
// reason: whatever is on the command line, there are no fewer arguments than one, and a text has one first character
void reach_error(void) {}

int main(int argc, char *argv[]) {
  if (argc < 1) reach_error();
  char first = argc > 1 ? argv[1][0] : 'a';
  if (first == 'a' && first == 'b') reach_error();
  return 0;
}
