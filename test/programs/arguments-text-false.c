// verdict: FALSE
// reason: what the arguments say is an input, and behind the last one is a null pointer
extern int strcmp(const char *, const char *);
void reach_error(void) {}

int main(int argc, char *argv[]) {
  if (argc == 3 && strcmp(argv[1], "-o") == 0 && argv[2][0] == 'x' && argv[2][1] == '\0' && argv[argc] == 0) reach_error();
  return 0;
}
